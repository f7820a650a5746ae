import { eq } from "drizzle-orm";
import { nextCalibrationOn } from "#app/shared/calibration/next-due.ts";
import { LAST_DAY } from "#app/shared/company-time.ts";
import { machineEvents, machines } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";

type Machine = Row<typeof machines>;
type Moved = { writes: Statement[]; also: Activity[] };
const nothing: Moved = { writes: [], also: [] };

function moved(
  db: CompanyDb,
  machine: Machine,
  values: Partial<Machine>,
  note: string,
  at: number,
): Moved {
  const status = values.status ?? machine.status;
  const { actorId, actorName } = db.stamp;
  const isOther = status !== machine.status;
  return {
    writes: [
      db.assertUnchanged(machines, machine),
      db.updating(machines, eq(machines.id, machine.id), values),
      ...(isOther
        ? [
            db.inserting(machineEvents, {
              ...{ machineId: machine.id, status, note, actorId, actorName, at },
            }),
          ]
        : []),
    ],
    also: [
      {
        action: isOther
          ? status === "in_calibration"
            ? "begin_calibration.machine"
            : "end_calibration.machine"
          : "update.machine",
        kind: "machine",
        id: machine.id,
        assetId: machine.assetId,
        label: machine.machineNo,
        changes: (["status", "lastCalOn", "nextDueOn"] as const).flatMap((field) =>
          field in values && values[field] !== machine[field]
            ? [{ field, from: machine[field], to: values[field] ?? null }]
            : [],
        ),
      },
    ],
  };
}

/** Refuses a machine of which no certificate can be begun now. @throws Response 409 */
export function refuseMachine(machine: Machine): void {
  if (machine.status === "in_calibration") conflict("Another certificate of this machine is open");
  if (machine.status !== "active")
    conflict("No certificate is begun for a machine that is not active");
  if (machine.archivedAt) conflict("This machine is archived");
}

/** A machine goes into calibration when its certificate is begun. */
export const intoCalibration = (db: CompanyDb, machine: Machine, at: number): Moved =>
  moved(db, machine, { status: "in_calibration" }, "Its certificate was begun", at);

/** A machine is free again when its certificate ends without being issued. */
export const outOfCalibration = (db: CompanyDb, machine: Machine, note: string, at: number) =>
  machine.status === "in_calibration"
    ? moved(db, machine, { status: "active" }, note, at)
    : nothing;

/** When a machine is due after a calibration; null where no interval is agreed. */
export const dueAfter = (
  { intervalValue, intervalUnit }: Pick<Machine, "intervalValue" | "intervalUnit">,
  lastCalOn: string,
) => nextCalibrationOn({ lastCalOn, intervalValue, intervalUnit });

/** A machine was calibrated: its dates follow its certificate, unless a later one has set them. */
export function calibrated(
  db: CompanyDb,
  machine: Machine,
  {
    calEndOn,
    nextDueOn,
    certificateNo,
  }: { calEndOn: string; nextDueOn: string | null; certificateNo: string },
  at: number,
): Moved {
  const isLatest = machine.lastCalOn === null || machine.lastCalOn <= calEndOn;
  const dates = isLatest ? { lastCalOn: calEndOn, nextDueOn, orderOn: nextDueOn ?? LAST_DAY } : {};
  const status = machine.status === "in_calibration" ? { status: "active" as const } : {};
  const values = { ...dates, ...status };
  return Object.keys(values).length === 0
    ? nothing
    : moved(db, machine, values, `Certificate ${certificateNo}`, at);
}
