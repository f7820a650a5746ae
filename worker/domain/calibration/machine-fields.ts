import {
  appliedParts,
  calibrationIntervalUnits,
  electricalClasses,
  intervalSources,
  supplies,
} from "#drizzle/tenant/machines.ts";
import { always, flag, optionalId, optionalWhole, optionalWord } from "../entity/fields.ts";

/** What electrical safety asks of a device. */
export const electricalFields = {
  electricalClass: optionalWord(electricalClasses, "Electrical class"),
  appliedPart: optionalWord(appliedParts, "Applied part"),
  defibProof: flag("Defibrillation-proof"),
  supply: optionalWord(supplies, "Supply"),
};

/** How often something is calibrated, and who says so. */
export const intervalFields = {
  intervalValue: optionalWhole("Interval", 1, 3650),
  intervalUnit: optionalWord(calibrationIntervalUnits, "Interval unit"),
  intervalSource: optionalWord(intervalSources, "Interval set by"),
};
export const procedureField = { defaultProcedureId: optionalId("Default procedure") };

type Interval = {
  intervalValue: number | null;
  intervalUnit: (typeof calibrationIntervalUnits)[number] | null;
  intervalSource: (typeof intervalSources)[number] | null;
};
const MOST_YEARS = 20;
const most = { day: 3650, month: 12 * MOST_YEARS, year: MOST_YEARS } as const;

type Rule = [(values: Interval) => boolean, { path: string[]; message: string } & typeof always];
const rule = (field: keyof Interval, message: string, holds: Rule[0]): Rule => [
  holds,
  { path: [field], message, ...always },
];

/** Rules over the fields of an interval, each for a `refine`. A field that is wrong by itself has no value. */
export const intervalRules = {
  hasValue: rule(
    "intervalValue",
    "Write the interval, or choose no unit",
    ({ intervalValue, intervalUnit }) => !intervalUnit || Boolean(intervalValue),
  ),
  hasUnit: rule(
    "intervalUnit",
    "Choose days, months or years",
    ({ intervalValue, intervalUnit }) => !intervalValue || Boolean(intervalUnit),
  ),
  isShort: rule(
    "intervalValue",
    `An interval is ${MOST_YEARS} years at most`,
    ({ intervalValue, intervalUnit }) =>
      !intervalValue || !intervalUnit || intervalValue <= most[intervalUnit],
  ),
  hasSource: rule(
    "intervalValue",
    "Write the interval that it is about",
    ({ intervalValue, intervalUnit, intervalSource }) =>
      !intervalSource || Boolean(intervalValue) || Boolean(intervalUnit),
  ),
};
