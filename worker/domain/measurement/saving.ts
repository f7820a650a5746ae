/** What saving a measurement refuses, whatever its record is. */
import { parametersOf } from "#app/shared/measuring/evaluated.ts";
import type { Measured, MeasuredChange } from "#app/shared/measuring/measured.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import type { measurementSets } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import { invalid } from "../../refusals.ts";
import type { StandardRead } from "./reads.ts";
import type { ChosenStandard } from "./standards.ts";

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
export function refuseUnexplained(
  { wasSigned }: Pick<Row<typeof measurementSets>, "wasSigned">,
  changes: readonly MeasuredChange[],
  reason: string | null,
): void {
  if (wasSigned && !reason && changes.some(({ from }) => from !== null))
    invalid({ reason: ["Say why what was signed is corrected"] });
}

/** Whether the standards are those that were chosen before, with the same certificates. */
export const sameStandards = (
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
