import { dateText } from "../../dates.ts";
import { signed } from "../../metrology/measured.ts";
import { isUnit, units } from "../../metrology/units.ts";
import type {
  Adjustment,
  Conformity,
  PaperDocument,
  PaperKind,
  PerformancePlace,
  SignatureMeaning,
} from "../document.ts";
import { type HeadFields, headFields } from "../head-fields.ts";

/** How a laboratory's work is called by the kind of its report. */
export const kindWords: Readonly<
  Record<PaperKind, { done: string; number: string; document: string; end: string }>
> = {
  calibration: {
    ...{ done: "Calibrated", number: "Certificate number" },
    ...{ document: "Certificate", end: "End of certificate" },
  },
  test_report: {
    ...{ done: "Tested", number: "Report number", document: "Report", end: "End of report" },
  },
  electrical_safety: {
    ...{ done: "Tested", number: "Report number", document: "Report", end: "End of report" },
  },
  pm_report: {
    ...{ done: "Performed", number: "Report number", document: "Report", end: "End of report" },
  },
  inhouse: {
    ...{ done: "Calibrated", number: "Record number", document: "Record", end: "End of record" },
  },
};

export const placeWords: Readonly<Record<PerformancePlace, string>> = {
  laboratory: "Laboratory, address above",
  customer: "At the customer's",
  laboratoryBranch: "Branch of the laboratory",
  customerBranch: "Branch of the customer",
  other: "Another place",
};

export const adjustmentWords: Readonly<Record<Adjustment, string>> = {
  none: "None",
  adjusted: "Adjusted",
  repaired: "Repaired",
  adjusted_and_repaired: "Adjusted and repaired",
};

export const conformityWords: Readonly<Record<Conformity, string>> = {
  pass: "Pass",
  conditional_pass: "Conditional pass",
  conditional_fail: "Conditional fail",
  fail: "Fail",
  not_stated: "Not stated",
};

export const meaningWords: Readonly<Record<SignatureMeaning, string>> = {
  performed: "Performed",
  reviewed: "Reviewed",
  approved: "Approved",
  authorised: "Authorised",
};

/** The symbol of a unit; a code that is not known is written as it is. */
export const symbolOf = (unit: string | null): string =>
  unit === null ? "" : isUnit(unit) ? units[unit].symbol : unit;
/** A name with its unit: "Temperature, °C". */
export const withUnit = (name: string, unit: string) => {
  const symbol = symbolOf(unit);
  return symbol ? `${name}, ${symbol}` : name;
};
export const dash = "–";
export const figure = (text: string | null) => (text === null ? dash : signed(text));

/** Days as one: "19 Nov 2026", or the first and the last. */
export const daysText = (from: string, to: string) =>
  from === to ? dateText(from) : `${dateText(from)} to ${dateText(to)}`;

const wordsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  performed_at: placeWords,
  adjustment: adjustmentWords,
  conformity: conformityWords,
  as_found_conformity: conformityWords,
};
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TOKEN = /\{\{\s*([a-z0-9_.]+)\s*\}\}/g;

/** A form's text with the document's fields in the place of its tokens; nothing stands for what there is not. */
export function filledIn(text: string, fields: HeadFields): string {
  return text.replace(TOKEN, (_, name: string) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    if (value === null || value === undefined) return "";
    const written = String(value);
    return wordsOf[name]?.[written] ?? (DAY.test(written) ? dateText(written) : written);
  });
}

/** Everything of a document that is written on paper, for the faces of its letters. */
export const textsOf = (document: PaperDocument): string => {
  const { parameters, checks, environment } = document.content;
  const symbols = [...parameters, ...checks, ...environment].map(({ unit }) => symbolOf(unit));
  return `${JSON.stringify(document)}${symbols.join("")}−±≤≥×ν–${JSON.stringify(headFields(document))}`;
};
