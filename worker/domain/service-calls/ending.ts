import { assetRules } from "#app/shared/flows/assets.ts";
import type { breakdowns } from "#drizzle/tenant/index.ts";
import { conflict } from "../../refusals.ts";
import { workOn } from "../entity/flow-work.ts";
import { callNotice, toldReporter } from "./call-notice.ts";
import { ended, reopened } from "./clocks.ts";
import { deviceOf } from "./device-of.ts";
import { downSince, followedBy } from "./effects.ts";

const work = workOn<typeof breakdowns>();

export const reopen = work({
  reads: (db, id) => [deviceOf(db, id)],
  run({ db, session, before, values: { reason }, read: [[device]], at }) {
    const { id, equipmentDown, reopenCount } = before;
    if (!device || device.lifecycle === "condemned" || device.lifecycle === "disposed")
      conflict(
        device
          ? `Its asset is ${assetRules.states[device.lifecycle].toLowerCase()}`
          : "Its asset was deleted",
      );
    const again = reopenCount + 1;
    return {
      set: {
        ...reopened(before, session.company, at),
        reopenCount: again,
        isRepeat: true,
        restoredAt: null,
        closedAt: null,
      },
      writes: followedBy(db, before, { ...before, status: "in_progress" }, { down: at, up: at }),
      notices: [
        "problem.reported",
        [
          {
            ...callNotice(before),
            key: `problem.reported:${id}:${again}`,
            title: `Problem reported again: ${device!.assetCode} ${device!.name}`.slice(0, 200),
            body: (reason ?? "").slice(0, 300),
            severity: equipmentDown ? "critical" : "warning",
            departmentId: device!.departmentId,
            userIds: [before.assignedUserId],
            teamId: before.assignedTeamId,
          },
        ],
      ],
    };
  },
  message: "Call reopened",
  summary: "Reopen a service call within the days the company allows",
  example: { reason: "It failed again the same day" },
});

export const cancel = work({
  stamp: "closed",
  run: ({ db, session, before, values: { reason }, at }) => ({
    set: ended(before, session.company, at, "cancelled"),
    writes: followedBy(
      db,
      before,
      { ...before, status: "cancelled" },
      { down: downSince(before), up: at, isMistake: true },
    ),
    notices: toldReporter(
      before,
      session.actor.userId,
      "cancelled",
      `${before.number} is cancelled`,
      reason,
    ),
  }),
  message: "Call cancelled",
  summary: "Cancel a service call on which no work has begun",
  example: { reason: "Reported twice" },
});
