import { contractCost, pmCompliance } from "#app/shared/asset-care.ts";
import type { Figure } from "#app/shared/asset-metrics.ts";
import type { Cell, Device, Read, Times } from "./cells.ts";
import type { Period } from "./period.ts";

/** Contracts that are paid for service; rent and insurance are not. */
export const ofService: readonly string[] = ["amc", "cmc", "warranty", "calibration"];

/** What a device's shares of its service contracts cost in a period, in minor units. */
export function sharedOf(shares: Read[4], period: Period, { today, limits }: Times) {
  const lines = shares.filter(({ kind }) => ofService.includes(kind));
  // Those that were not read were made before these; they count where even the first of these lies in the period.
  const isCut = shares.length > limits.lines && shares.every(({ endOn }) => endOn >= period.from);
  return { ...contractCost(lines, period, today), isCut };
}

/** How many of the PMs that came due in a period were done on time. */
export function complianceOf(
  device: Device,
  period: Period,
  reports: Read[3],
  { today, limits }: Times,
): Cell {
  const { pmRequired, pmMonths, nextPmOn, lastPmOn, condemnedOn } = device;
  if (!pmRequired) return { figure: null, text: "No PM required" };
  const read = reports.slice(0, limits.reports);
  const found = pmCompliance(
    {
      doneOn: read
        .filter(({ serviceType, cancelledAt }) => serviceType === "pm" && cancelledAt === null)
        .map(({ serviceOn }) => serviceOn),
      isCut: reports.length > limits.reports,
      months: pmMonths,
      nextOn: nextPmOn,
      lastOn: lastPmOn,
    },
    period,
    condemnedOn && condemnedOn < today ? condemnedOn : today,
  );
  if (!found) return { figure: null, text: "No PM was due" };
  const { percent: value, onTime, due, isPart } = found;
  return { figure: isPart ? { value, bound: "about" } : { value }, beside: { onTime, due } };
}

/** How many calls of a period were raised because a calibration failed; none is known of a device that has no calibration. */
export function failedCalibrations(
  { lastCalOn }: Device,
  { from }: Period,
  calls: Read[0],
  { window, limits }: Times,
): Cell {
  const isIn = ({ reportedAt }: Read[0][number]) =>
    reportedAt >= window.from && reportedAt < window.to;
  const failed = calls
    .slice(0, limits.calls)
    .filter((call) => call.source === "calibration_fail" && call.status !== "cancelled")
    .filter(isIn).length;
  if (!failed && (!lastCalOn || lastCalOn < from)) return { figure: null, text: "No calibration" };
  const isCut = calls.length > limits.calls && isIn(calls[limits.calls]!);
  const figure: Figure = isCut ? { value: failed, bound: "more" } : { value: failed };
  return { figure };
}
