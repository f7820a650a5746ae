import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { DueSource } from "#app/shared/due-sources.ts";
import { calibrators, machines } from "#drizzle/tenant/index.ts";
import {
  found,
  MOST_JOINED,
  type Named,
  ofNoDevice,
  type Source,
  toldOf,
  within,
} from "./source-parts.ts";

const ofMachine: Named = { table: machines, name: machines.name, code: machines.machineNo };
const ofCalibrator: Named = {
  table: calibrators,
  name: calibrators.name,
  code: calibrators.calibratorNo,
};

/** Machines that are calibrated again. The words of their partial index stand here as there. */
export const machinesDue: SQL = sql.raw(
  `"next_due_on" is not null and "deleted_at" is null and "archived_at" is null and "status" not in ('lost', 'retired')`,
);
const inUse = `"deleted_at" is null and "archived_at" is null and "status" not in ('damaged', 'retired')`;
/** Calibrators that are calibrated again, and those that are checked again. */
export const calibratorsDue: SQL = sql.raw(`"due_on" is not null and ${inUse}`);
export const checksDue: SQL = sql.raw(`"next_check_on" is not null and ${inUse}`);

/** Dates of a register of the laboratory: whoever may view it sees them, none is of an asset. */
const dated = (
  of: Named,
  column: SQLiteColumn,
  are: SQL,
  { needs, path }: { needs: Source["needs"]; path: string },
): Source => ({
  needs,
  by: [],
  statement: (db, range, asked) =>
    db
      .select(found(column, of.table.id, of, ofNoDevice(asked)))
      .from(of.table)
      .where(db.ofOwner(of.table, and(are, within(column, range))))
      .orderBy(column)
      .limit(MOST_JOINED + 1),
  told: toldOf(of),
  most: MOST_JOINED,
  href: (id) => `${path}/${id}`,
});
const ofCalibrators = { needs: "view-calibrator", path: "/calibrator" } as const;

/** What the laboratory's registers have a date for. */
export const calibrationSources = {
  machine_due: dated(ofMachine, machines.nextDueOn, machinesDue, {
    ...{ needs: "view-machine", path: "/machine" },
  }),
  calibrator_due: dated(ofCalibrator, calibrators.dueOn, calibratorsDue, ofCalibrators),
  calibrator_check: dated(ofCalibrator, calibrators.nextCheckOn, checksDue, ofCalibrators),
} satisfies Partial<Record<DueSource, Source>>;
