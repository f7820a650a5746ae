/** How an in-house calibration ends: verified by another person, and closed with what it means for its device. */
import { eq, sql } from "drizzle-orm";
import { reportedLine } from "#app/shared/measuring/reported.ts";
import { ENGINE_VERSION } from "#app/shared/metrology/point.ts";
import { assets, inhouseCalibrations as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { recountingConditions } from "../assets/effects.ts";
import { calibratedReads, fulfillingCalibration } from "../due/calibrated.ts";
import { workOn } from "../entity/flow-work.ts";
import { resultsHash, settingSet } from "../measurement/set.ts";
import { headOf, recordOf } from "./record.ts";
import { headReads, own, recordReads } from "./record-reads.ts";
import { refuseStanding, standingOf } from "./standing.ts";

type Calibration = Row<typeof table>;
const work = workOn<typeof table>();

const verify = work({
  stamp: "verified",
  reads: recordReads,
  async run({ db, before, read }) {
    const record = recordOf(read);
    const standing = standingOf(record);
    refuseStanding(standing);
    const isTested = before.outcome !== "not_tested";
    const conformity = isTested ? standing.conformity : "not_stated";
    return {
      set: { conformity, asFoundConformity: isTested ? standing.asFound : null },
      writes: settingSet(db, record.set, {
        ...{ state: "locked", wasSigned: true, engineVersion: ENGINE_VERSION },
        results: standing.lines.map(reportedLine),
        resultsSha256: await resultsHash(standing.lines),
      }),
      changes: [{ field: "conformity", from: null, to: conformity }],
    };
  },
  message: "In-house calibration verified",
  summary:
    "Verify an in-house calibration: everything is reckoned again and locked, by somebody who has neither measured nor written it",
  example: { reason: "Compared with the worksheet" },
});

const back = work({
  reads: headReads,
  run: ({ db, read }) => ({
    set: { conformity: null, asFoundConformity: null, verifiedAt: null, verifiedBy: null },
    writes: settingSet(db, headOf(read).set, { state: "open", results: null, resultsSha256: null }),
    changes: [],
  }),
  message: "In-house calibration sent back",
  summary: "Send a verified in-house calibration back to its draft, to be corrected",
  example: { reason: "The reading at 200 J was mistyped" },
});

const conditions = { fail: "not_working", limited: "working_limited" } as const;
/** A device that did not pass is not working, or works with limits: the device says so. One that a call holds down, or that was calibrated later, stays as it is. */
function conditionFollows(
  db: CompanyDb,
  { assetId, outcome, performedOn: on }: Calibration,
): Statement[] {
  const condition = conditions[outcome as keyof typeof conditions];
  if (!condition) return [];
  return recountingConditions(
    db,
    [assetId],
    db.run(
      sql`update ${assets} set "condition" = ${condition}, "updated_at" = cast(${Date.now()} as integer) where ${db.ofOwner(assets, sql`${eq(assets.id, assetId)} and not ${assets.isDown} and ${assets.lastCalOn} = ${on}`)}`,
    ),
  );
}

const close = work({
  stamp: "closed",
  reads: (db, id) =>
    [
      ...headReads(db, id),
      ...calibratedReads(db, {
        assetId: own(db, id, "asset_id"),
        on: own(db, id, "performed_on"),
        chosen: own(db, id, "due_occurrence_id"),
      }),
    ] as const,
  run({ db, session, before, read, at }) {
    const { set, asset } = headOf(read);
    const { assetId, performedOn: on, nextDueOn, inhouseNo: number } = before;
    const frozen = settingSet(db, set, { state: "frozen" });
    // A device that could not be tested is still to be calibrated.
    if (before.outcome === "not_tested") return { writes: frozen, changes: [] };
    const calibrated = { assetId, on, chosen: before.dueOccurrenceId, nextDueOn, number };
    const { occurrenceId, writes } = fulfillingCalibration(
      ...([db, calibrated, [read[5], read[6]], session.company, at] as const),
    );
    const condition = conditions[before.outcome as keyof typeof conditions];
    const isLatest = asset.lastCalOn === null || asset.lastCalOn <= on;
    const isOther =
      condition !== undefined && condition !== asset.condition && !asset.isDown && isLatest;
    const next = db.run(
      sql`update ${table} set "next_due_on" = (select ${assets.nextCalOn} from ${assets} where ${db.ofOwner(assets, eq(assets.id, assetId))}) where ${db.ofOwner(table, sql`${table.id} = ${before.id} and ${table.nextDueOn} is null`)}`,
    );
    return {
      set: { dueOccurrenceId: occurrenceId },
      // Once it is closed nothing of it changes: what the device is due for next is noted before.
      around: (update) => [...writes, next, update],
      writes: [...frozen, ...conditionFollows(db, before)],
      changes: [
        ...(isLatest ? [{ field: "lastCalOn", from: asset.lastCalOn, to: on }] : []),
        ...(isOther ? [{ field: "condition", from: asset.condition, to: condition }] : []),
      ],
    };
  },
  message: "In-house calibration closed",
  summary:
    "Close a verified in-house calibration: its measurement is frozen, the planned calibration of the device is done, and the device gets its dates and its condition",
  example: { reason: "Label renewed" },
});

const cancel = work({
  stamp: "cancelled",
  reads: headReads,
  run: ({ db, read }) => ({ writes: settingSet(db, headOf(read).set, { state: "frozen" }) }),
  message: "In-house calibration cancelled",
  summary: "Cancel a draft: its measurement is kept, and the planned calibration stays to be done",
  example: { reason: "The device was taken back to the ward" },
});

/** What happens to an in-house calibration besides its promotion. */
export const endingMoves = { verify, "send-back": back, close, cancel };
