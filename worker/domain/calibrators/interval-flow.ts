import { eq, type SQL, sql } from "drizzle-orm";
import { intervalWords } from "#app/shared/calibration/intervals.ts";
import { intervalRules } from "#app/shared/flows/interval-proposals.ts";
import { calibrators, machines, intervalProposals as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { flow } from "../entity/flow.ts";
import { type Done, workOn } from "../entity/flow-work.ts";

type Proposal = Row<typeof table>;
const work = workOn<typeof table>();

const about = (db: CompanyDb, id: string, column: "calibrator_id" | "machine_id"): SQL =>
  sql`(select "about".${sql.identifier(column)} from ${table} as "about" where "about"."company_id" = ${db.companyId} and "about"."id" = ${id})`;

type Record = Row<typeof calibrators> | Row<typeof machines>;
const nameOf = (record: Record) =>
  "calibratorNo" in record
    ? `${record.calibratorNo} ${record.name}`
    : `${record.machineNo} ${record.name}`;

/** Sets the interval that was proposed, in the record's own row; the day on which it is due stays. */
function setting(
  db: CompanyDb,
  proposal: Proposal,
  target: typeof calibrators | typeof machines,
  record: Record | undefined,
  reason: string | null,
): Done<typeof table> {
  if (!record) conflict("It was deleted");
  const { id, intervalValue, intervalUnit } = record!;
  const { currentValue, currentUnit, proposedValue, proposedUnit } = proposal;
  if (intervalValue !== currentValue || intervalUnit !== currentUnit)
    conflict("Its interval was changed since this was proposed. Reject it and propose again.");
  const isCalibrator = target === calibrators;
  const kind = isCalibrator ? "calibrator" : "machine";
  const [from, to] = [
    intervalWords({ value: currentValue, unit: currentUnit }),
    intervalWords({ value: proposedValue, unit: proposedUnit }),
  ];
  const also: Activity = {
    action: isCalibrator ? "set_interval.calibrator" : "set_interval.machine",
    ...{ kind, id, label: nameOf(record!) },
    changes: [{ field: "interval", from, to }],
    reason,
  };
  return {
    set: { reason },
    writes: [
      db.assertUnchanged(target, record!),
      db.updating(target, eq(target.id, id), {
        ...{ intervalValue: proposedValue, intervalUnit: proposedUnit },
        intervalSource: "history",
      }),
    ],
    also: [also],
  };
}

const accepting = { stamp: "decided", message: "Interval accepted" };
const rejecting = work({
  stamp: "decided",
  run: ({ values: { reason } }) => ({ set: { reason } }),
  message: "Proposal rejected",
  summary: "Reject an interval that was proposed",
  example: { reason: "The last repair explains it" },
});

/** An interval that history speaks for: open until a person decides. */
export const intervalFlow = flow({
  name: "interval_proposal",
  label: "Interval proposal",
  noun: "proposal",
  table,
  column: "status",
  rules: intervalRules,
  title: ({ currentValue, currentUnit, proposedValue, proposedUnit }) =>
    `${intervalWords({ value: currentValue, unit: currentUnit })} to ${intervalWords({ value: proposedValue, unit: proposedUnit })}`,
  moves: {
    accept: work({
      ...accepting,
      reads: (db, id) => [db.byId(calibrators, about(db, id, "calibrator_id"))],
      run: ({ db, before, read: [[record]], values: { reason } }) =>
        setting(db, before, calibrators, record, reason),
      summary: "Accept an interval that was proposed for a calibrator; its due date stays",
      example: { reason: "Five certificates speak for it" },
    }),
    reject: rejecting,
    "accept-for-machine": work({
      ...accepting,
      reads: (db, id) => [db.byId(machines, about(db, id, "machine_id"))],
      run: ({ db, before, read: [[record]], values: { reason } }) =>
        setting(db, before, machines, record, reason),
      summary: "Accept an interval that was proposed for a machine; its due date stays",
      example: { reason: "Five certificates speak for it" },
    }),
    "reject-for-machine": rejecting,
  },
});
