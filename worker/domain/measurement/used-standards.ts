import { driftsOf, halfWidthOf } from "#app/shared/calibration/drift.ts";
import type { StandardRange, UsedStandard } from "#app/shared/measuring/setup.ts";
import type { StandardRead } from "./reads.ts";

type History = StandardRead[3];

/** Half the width of drift of each parameter and unit of a standard. */
function driftOf(history: History, calibratorId: string) {
  const ranges = history
    .filter((range) => range.calibratorId === calibratorId)
    .map(({ certificateId, certificateNo, calibratedOn, parameter, unit, points }) => ({
      ...{ certificateId, certificateNo, calibratedOn, parameter, unit, points },
      ...{ isInForce: false, driftKind: "from_history" as const, driftValue: null },
    }));
  const series = driftsOf(ranges);
  return (parameter: string, unit: string): number | null => {
    const widths = series
      .filter((one) => one.unit === unit && one.parameter.toLowerCase() === parameter.toLowerCase())
      .flatMap((one) => halfWidthOf(one) ?? []);
    return widths.length > 0 ? Math.max(...widths) : null;
  };
}

/** The standards of a measurement as it is reckoned with them, from what `standardReads` read. */
export function usedStandards([
  standards,
  certificates,
  ranges,
  history,
]: StandardRead): UsedStandard[] {
  return standards.map((standard) => {
    const certificate = certificates.find(({ id }) => id === standard.calibratorCertificateId);
    const drift = driftOf(history, standard.calibratorId);
    const { calibratorId, role, calibratorNo, name, serialNo, status, heldDuring: held } = standard;
    const { id: _, ...said } = certificate ?? { id: "" };
    return {
      ...{ calibratorId, role, calibratorNo, name, serialNo, status },
      certificateId: standard.calibratorCertificateId,
      heldDuring: Boolean(held),
      certificate: certificate ? (said as UsedStandard["certificate"]) : null,
      ranges: ranges
        .filter((range) => range.calibratorCertificateId === standard.calibratorCertificateId)
        .map(({ calibratorCertificateId: __, calibratorId: ___, ...range }) => ({
          ...range,
          historyDrift: drift(range.parameter, range.unit),
        })) as StandardRange[],
    };
  });
}
