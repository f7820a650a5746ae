import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { causes } from "#app/shared/call-words.ts";
import { breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { rare } from "../../db/predicates.ts";
import { invalid } from "../../refusals.ts";
import { multiline, optionalWord } from "../entity/fields.ts";
import { workOn } from "../entity/flow-work.ts";
import { instantFrom, optionalMoment } from "../entity/moments.ts";
import { toldReporter } from "./call-notice.ts";
import { ended } from "./clocks.ts";
import { downSince, followedBy } from "./effects.ts";

const work = workOn<typeof breakdowns>();

const REPEAT_MS = 30 * 86_400_000;
/** Calls of a device among which one with the same cause is looked for. */
const MOST_OF_LATE = 50;
/** Forms show instants to the minute. */
const isSameMinute = (one: number, other: number) =>
  Math.floor(one / 60_000) === Math.floor(other / 60_000);

/** Another call of the same device that was resolved of late with the same cause. */
const sameOfLate = (db: CompanyDb, callId: string, causeCode: string, since: number) => {
  const asset = db
    .select({ assetId: breakdowns.assetId })
    .from(breakdowns)
    .where(db.ofOwner(breakdowns, eq(breakdowns.id, callId)));
  const latest = db.firstIds(
    breakdowns,
    rare(inArray(breakdowns.assetId, asset)),
    desc(breakdowns.id),
    MOST_OF_LATE,
  );
  return db
    .select({ other: breakdowns.id })
    .from(breakdowns)
    .where(
      db.ofOwner(
        breakdowns,
        and(
          rare(sql`${breakdowns.id} in ${latest}`),
          eq(breakdowns.causeCode, causeCode),
          gte(breakdowns.resolvedAt, since),
          inArray(breakdowns.status, ["resolved", "closed"]),
        ),
      ),
    )
    .limit(1);
};

export const resolve = work({
  fields: {
    causeCode: z.enum(
      causes.map(({ value }) => value),
      "Choose the cause",
    ),
    resolution: multiline("Resolution", 2000),
    restoredAt: optionalMoment("Restored at"),
    condition: optionalWord(["working", "working_limited"]),
  },
  stamp: "resolved",
  reads: (db, id, { causeCode }) => [sameOfLate(db, id, causeCode, Date.now() - REPEAT_MS)],
  run({ db, session, before, values, read: [[same]], at }) {
    const { causeCode, resolution, condition } = values;
    const { equipmentDown, acknowledgedAt, workStartedAt } = before;
    const said = instantFrom(values.restoredAt, session.company.timeZone);
    const restoredAt = said === null || isSameMinute(said, at) ? at : said;
    if (restoredAt > at + 60_000)
      invalid({ restoredAt: ["Restored at must not be in the future"] });
    const since = downSince(before);
    if (equipmentDown && restoredAt < since && !isSameMinute(restoredAt, since))
      invalid({ restoredAt: ["Restored at must not be before the device failed"] });
    return {
      set: {
        causeCode,
        resolution,
        isRepeat: before.reopenCount > 0 || same !== undefined,
        ...ended(before, session.company, at, "resolved"),
        acknowledgedAt: acknowledgedAt ?? at,
        workStartedAt: workStartedAt ?? at,
        ...(equipmentDown ? { restoredAt: Math.min(Math.max(restoredAt, since), at) } : {}),
      },
      note: resolution,
      writes: followedBy(
        db,
        before,
        { ...before, status: "resolved" },
        { down: since, up: Math.min(Math.max(restoredAt, since), at) },
        condition,
      ),
      notices: toldReporter(
        before,
        session.actor.userId,
        `resolved:${before.reopenCount}`,
        `${before.number} is resolved. Does it work again?`,
        resolution,
      ),
    };
  },
  message: "Call resolved",
  summary: "Resolve a service call with its cause; its asset is no longer down for it",
  example: { cause_code: "wear_random", resolution: "Battery replaced" },
});
