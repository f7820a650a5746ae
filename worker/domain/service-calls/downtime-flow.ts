import { sql } from "drizzle-orm";
import { timeText } from "#app/shared/dates.ts";
import { downtimeRules } from "#app/shared/flows/downtimes.ts";
import { assetDowntimes } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { conflict, invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { instantFrom, optionalMoment } from "../entity/moments.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { ENDLESS, lastBegunBy } from "./downtimes.ts";

type Downtime = Row<typeof assetDowntimes>;
type Times = { startedAt: number; endedAt: number | null };
const MINUTE = 60_000;
const FUTURE = "It cannot be in the future";

/** Refuses times that are not in order. @throws Response 422 */
export function refuseTimes({ startedAt, endedAt }: Times, now: number): void {
  if (startedAt > now) invalid({ startedAt: [FUTURE] });
  if (endedAt === null) return;
  if (endedAt > now) invalid({ endedAt: [FUTURE] });
  if (endedAt <= startedAt) invalid({ endedAt: ["The end must be after the beginning"] });
}

/** Stops the batch when a device has another downtime within these times. @param but the id of the one whose times they are */
export const assertApart = (
  db: CompanyDb,
  assetId: string,
  { startedAt, endedAt }: Times,
  but = "",
): Statement =>
  db.assert(
    "no_overlap",
    sql`coalesce(${lastBegunBy(
      db,
      assetId,
      (endedAt ?? ENDLESS) - 1,
      sql`coalesce("last"."ended_at", ${ENDLESS})`,
      sql`"last"."id" <> ${but}`,
    )} <= ${startedAt}, 1)`,
  );

/** @throws Response 409 for what overlaps; anything else as it came */
export function refuseOverlap(error: unknown): never {
  if (brokenRule(error)?.name === "assert_no_overlap")
    conflict("Overlaps another downtime of this asset");
  throw error;
}

/** The times of a downtime as the log tells them, in the company's own. */
function changesOf({ company }: Session, before: Times, after: Times) {
  const text = (at: number | null) =>
    at === null ? null : timeText(at, company.timeZone, settingOf(company, "date_format"));
  return (["startedAt", "endedAt"] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: text(before[field]), to: text(after[field]) }));
}

/** A form shows instants to the minute: the one it was opened with stays when it sends the same minute. */
const unlessSame = (sent: number | null, before: number | null) =>
  sent !== null && before !== null && sent % MINUTE === 0 && before - (before % MINUTE) === sent
    ? before
    : (sent ?? before);

const work = workOn<typeof assetDowntimes>();
const timesOf = ({ startedAt, endedAt }: Downtime): Times => ({ startedAt, endedAt });

const end = work({
  fields: { endedAt: optionalMoment("Ended at") },
  run({ db, session, before, values: { endedAt }, at }) {
    const after = {
      startedAt: before.startedAt,
      endedAt: instantFrom(endedAt, session.company.timeZone) ?? at,
    };
    refuseTimes(after, at);
    return {
      set: after,
      changes: changesOf(session, timesOf(before), after),
      writes: [assertApart(db, before.assetId, after, before.id)],
    };
  },
  message: "Downtime ended",
  summary: "End a planned downtime, now or at a time that has passed",
  example: {},
});

const correct = work({
  fields: { startedAt: optionalMoment("Began at"), endedAt: optionalMoment("Ended at") },
  run({ db, session, before, values, at }) {
    const sent = (field: keyof Times) =>
      unlessSame(instantFrom(values[field], session.company.timeZone), before[field]);
    const after = { startedAt: sent("startedAt")!, endedAt: sent("endedAt") };
    if (before.endedAt === null && after.endedAt !== null)
      invalid({ endedAt: ["This downtime has not ended"] });
    refuseTimes(after, at);
    return {
      set: after,
      changes: changesOf(session, timesOf(before), after),
      writes: [assertApart(db, before.assetId, after, before.id)],
    };
  },
  message: "Times corrected",
  summary: "Correct the times of a downtime of an asset; one that is not sent stays",
  example: {
    started_at: "2026-01-01T08:00:00Z",
    reason: "The ward's log says so",
  },
});

const cancel = work({
  stamp: "cancelled",
  run: ({ before: { startedAt, endedAt }, at }) => ({
    // An open one would keep the device from having another.
    set: { endedAt: endedAt ?? Math.max(at, startedAt + 1) },
    changes: [],
  }),
  message: "Downtime cancelled",
  summary: "Cancel a downtime that never was: it counts no longer",
  example: { reason: "The device was in use all day" },
});

const machine = flow({
  name: "asset_downtime",
  label: "Downtime",
  noun: "downtime",
  table: assetDowntimes,
  column: null,
  rules: downtimeRules,
  title: () => "Downtime",
  assetOf: ({ assetId }) => assetId,
  moves: { end, correct, cancel },
});

/** The stretches in which a device could not be used, as people correct them. */
export const downtimeFlow: typeof machine = {
  ...machine,
  move: (...asked) => machine.move(...asked).catch(refuseOverlap),
};
