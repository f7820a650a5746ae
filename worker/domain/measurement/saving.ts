/** How a measurement is saved, whatever its record is. */
import { eq } from "drizzle-orm";
import { parametersOf } from "#app/shared/measuring/evaluated.ts";
import {
  type Measured,
  type MeasuredChange,
  measuredChanges,
} from "#app/shared/measuring/measured.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import { measurementChanges, measurementSets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { invalid } from "../../refusals.ts";
import type { StandardRead } from "./reads.ts";
import { type ChosenStandard, removingStandards, standardRows } from "./standards.ts";

/** Refuses what nothing of the procedure asks for. @throws Response 422 */
export function refuseUnknown(
  { setup }: { setup: Pick<MeasuringSetup, "content" | "device"> },
  measured: Measured,
): void {
  const all = parametersOf(setup);
  const lines = new Set(all.flatMap((one) => one.lines.map(({ key }) => key)));
  const parameters = new Set(all.map(({ parameter }) => parameter.key));
  const checks = new Set(setup.content.checks.map(({ key }) => key));
  const unknown = [
    ...[measured.as_found, measured.as_left, measured.notMeasured]
      .flatMap(Object.keys)
      .filter((one) => !lines.has(one)),
    ...[...measured.adjusted, ...measured.bothSides].filter((one) => !parameters.has(one)),
    ...Object.keys(measured.checks).filter((one) => !checks.has(one)),
  ];
  if (unknown.length > 0) invalid({ measured: [`The procedure does not know “${unknown[0]}”`] });
  if (measured.environment.length > setup.content.environment.length)
    invalid({ measured: ["The procedure asks for fewer readings of the environment"] });
}

/** Refuses a correction of what was signed that does not say why. @throws Response 422 */
function refuseUnexplained(
  { wasSigned }: Pick<Row<typeof measurementSets>, "wasSigned">,
  changes: readonly MeasuredChange[],
  reason: string | null,
): void {
  if (wasSigned && !reason && changes.some(({ from }) => from !== null))
    invalid({ reason: ["Say why what was signed is corrected"] });
}

/** Whether the standards are those that were chosen before, with the same certificates. */
const sameStandards = (
  one: readonly ChosenStandard[],
  other: StandardRead[0],
  certificates: readonly { id: string; calibratorId: string }[],
): boolean =>
  one.length === other.length &&
  one.every(({ calibratorId, role }, at) => {
    const before = other[at]!;
    const certificate = certificates.find((found) => found.calibratorId === calibratorId);
    return (
      before.calibratorId === calibratorId &&
      before.role === role &&
      before.calibratorCertificateId === (certificate?.id ?? null)
    );
  });

type Saved = {
  set: Row<typeof measurementSets>;
  standards: StandardRead[0];
};
type Typed = { standards: readonly ChosenStandard[]; measured: Measured; reason: string | null };
/** What `standardsOn` found on the day of the work. */
type Found = {
  calibrators: readonly {
    id: string;
    calibratorNo: string;
    name: string;
    serialNo: string | null;
  }[];
  certificates: readonly { id: string; calibratorId: string }[];
  on: string;
};

/**
 * Saves what was typed and which standards were chosen: each change of a reading is kept, with who made it and when. The batch stops where
 * somebody else has changed the measurement.
 * @returns the statements, and the numbers of the standards before and now, for the log
 * @throws Response 404 for a standard that is not the company's; 422 for a correction of what was signed that does not say why
 */
export function savingMeasurement(
  db: CompanyDb,
  { set, standards: before }: Saved,
  { standards, measured, reason }: Typed,
  { calibrators, certificates, on }: Found,
  at: number,
): { writes: Statement[]; numbers: readonly [from: string, to: string] } {
  const changes = measuredChanges(set.measured, measured);
  refuseUnexplained(set, changes, reason);
  const { actorId, actorName } = db.stamp;
  const numbers = (list: readonly { calibratorId: string }[]) =>
    list
      .map(
        ({ calibratorId }) =>
          calibrators.find(({ id }) => id === calibratorId)?.calibratorNo ??
          before.find((one) => one.calibratorId === calibratorId)?.calibratorNo ??
          "",
      )
      .join(", ");
  const isSame = sameStandards(standards, before, certificates);
  return {
    writes: [
      db.assertUnchanged(measurementSets, set, eq(measurementSets.state, "open")),
      ...(changes.length > 0
        ? [
            db.updating(measurementSets, eq(measurementSets.id, set.id), { measured }),
            db.inserting(measurementChanges, {
              ...{ measurementSetId: set.id, changes, reason, actorId, actorName, at },
            }),
          ]
        : []),
      ...(isSame
        ? []
        : [
            removingStandards(db, set.id),
            ...standardRows(db, set.id, standards, { calibrators, certificates, on }),
          ]),
    ],
    numbers: [numbers(before), numbers(standards)],
  };
}
