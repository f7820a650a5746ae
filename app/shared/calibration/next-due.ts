import { type IntervalUnit, step } from "../due-series.ts";

type Planned = {
  lastCalOn: string | null;
  intervalValue: number | null;
  intervalUnit: Extract<IntervalUnit, "day" | "month" | "year"> | null;
};

/**
 * When something is to be calibrated next: its last calibration and its interval; the last day of the month where the day does not exist.
 * Null without an agreed interval or a calibration.
 */
export const nextCalibrationOn = ({
  lastCalOn,
  intervalValue,
  intervalUnit,
}: Planned): string | null =>
  lastCalOn && intervalValue && intervalUnit ? step(lastCalOn, intervalUnit, intervalValue) : null;
