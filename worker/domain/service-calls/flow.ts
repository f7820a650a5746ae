import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { assetRules } from "#app/shared/flows/assets.ts";
import { callRules, causes } from "#app/shared/flows/service-calls.ts";
import { pick } from "#app/shared/pick.ts";
import { assets, breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { conflict } from "../../refusals.ts";
import { multiline, optionalWord } from "../entity/fields.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { countersOf, deviceFollows, isConfirmed } from "./effects.ts";

const work = workOn<typeof breakdowns>();

const deviceOf = (db: CompanyDb, callId: string) =>
  db
    .select(pick(assets, ["id", "assetCode", "name", "lifecycle", "departmentId"]))
    .from(assets)
    .innerJoin(breakdowns, pointsTo(breakdowns.assetId, assets))
    .where(
      and(
        db.ofOwner(assets, isNull(assets.deletedAt)),
        db.ofOwner(breakdowns, eq(breakdowns.id, callId)),
      ),
    )
    .limit(1);

const resolve = work({
  fields: {
    causeCode: z.enum(
      causes.map(({ value }) => value),
      "Choose the cause",
    ),
    resolution: multiline("Resolution", 2000),
    condition: optionalWord(["working", "working_limited"]),
  },
  stamp: "resolved",
  run({ db, before, values: { causeCode, resolution, condition }, at }) {
    const { assetId, equipmentDown, firstResponseAt, workStartedAt } = before;
    const heldIt = equipmentDown && isConfirmed(before);
    return {
      set: {
        causeCode,
        resolution,
        firstResponseAt: firstResponseAt ?? at,
        workStartedAt: workStartedAt ?? at,
        ...(equipmentDown ? { restoredAt: at } : {}),
      },
      note: resolution,
      writes: deviceFollows(db, assetId, condition ?? (heldIt ? "working" : null)),
    };
  },
  message: "Call resolved",
  summary: "Resolve a service call with its cause; its asset is no longer down for it",
  example: { cause_code: "wear_random", resolution: "Battery replaced" },
});

const reopen = work({
  reads: (db, id) => [deviceOf(db, id)],
  run({ db, before, values: { reason }, read: [[device]] }) {
    const { id, assetId, equipmentDown, reopenCount } = before;
    if (!device || device.lifecycle === "condemned" || device.lifecycle === "disposed")
      conflict(
        device
          ? `Its asset is ${assetRules.states[device.lifecycle].toLowerCase()}`
          : "Its asset was deleted",
      );
    const again = reopenCount + 1;
    return {
      set: { reopenCount: again, resolvedAt: null, restoredAt: null, closedAt: null },
      writes: deviceFollows(db, assetId, equipmentDown ? "not_working" : null),
      notices: [
        "problem.reported",
        [
          {
            key: `problem.reported:${id}:${again}`,
            title: `Problem reported again: ${device!.assetCode} ${device!.name}`.slice(0, 200),
            body: (reason ?? "").slice(0, 300),
            link: `/asset/detail/${assetId}`,
            severity: equipmentDown ? "critical" : "warning",
            entityKind: "breakdown",
            entityId: id,
            departmentId: device!.departmentId,
          },
        ],
      ],
    };
  },
  message: "Call reopened",
  summary: "Reopen a service call within the days the company allows",
  example: { reason: "It failed again the same day" },
});

/** A service call from its report to its end; its device is down as long as a call holds it. */
export const callFlow = flow({
  name: "breakdown",
  label: "Service Call/Complaint",
  noun: "call",
  table: breakdowns,
  column: "status",
  rules: callRules,
  events: { table: breakdownEvents, of: "breakdownId" },
  title: ({ number }) => number,
  assetOf: ({ assetId }) => assetId,
  logged: (values) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !/At$/.test(key))),
  counters: countersOf,
  moves: {
    acknowledge: work({
      stamp: "acknowledged",
      run: ({ db, before: { assetId, equipmentDown } }) => ({
        writes: equipmentDown ? deviceFollows(db, assetId, "not_working") : [],
      }),
      message: "Call acknowledged",
      summary: "Acknowledge a new service call; its asset is down from then on if it says so",
      example: {},
    }),
    resolve,
    close: work({
      stamp: "closed",
      message: "Call closed",
      summary: "Close a resolved service call",
      example: {},
    }),
    reopen,
    cancel: work({
      stamp: "closed",
      run: ({ db, before }) => ({
        writes: deviceFollows(
          db,
          before.assetId,
          before.equipmentDown && isConfirmed(before) ? "working" : null,
        ),
      }),
      message: "Call cancelled",
      summary: "Cancel a service call on which no work has begun",
      example: { reason: "Reported twice" },
    }),
  },
});
