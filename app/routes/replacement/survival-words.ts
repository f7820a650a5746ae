import { plural } from "#app/shared/plural.ts";

type Model = { devices: number; failed: number; medianDays: number | null };
const DAYS_A_MONTH = 30.44;

/** Time until a failure as people say it. */
export function runText(days: number): string {
  const months = Math.round(days / DAYS_A_MONTH);
  return months < 2
    ? plural(days, "1 day", "{n} days")
    : months < 36
      ? plural(months, "1 month", "{n} months")
      : `${(days / 365.25).toFixed(1)} years`;
}

/** The same beside the number of devices: "Half within 14 months". */
export function firstFailure({ devices, failed, medianDays }: Model): string {
  if (failed === 0) return "None yet";
  if (medianDays === null) return `${failed} of ${devices} failed`;
  return `${devices === 1 ? "Within" : "Half within"} ${runText(medianDays)}`;
}

/** "Of 24 devices, half had a failure within 14 months." */
export function plainText({ devices, failed, medianDays }: Model): string {
  if (failed === 0)
    return plural(devices, "The one device had no failure.", "None of {n} devices had a failure.");
  if (medianDays === null)
    return plural(
      failed,
      "1 of {all} devices had a failure.",
      "{n} of {all} devices had a failure.",
    ).replace("{all}", String(devices));
  return devices === 1
    ? `The one device had a failure within ${runText(medianDays)}.`
    : `Of ${devices} devices, half had a failure within ${runText(medianDays)}.`;
}
