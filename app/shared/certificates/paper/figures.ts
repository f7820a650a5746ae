import { type Decimal, decimal } from "../../metrology/decimal.ts";
import { decimalsOf, reckoned, signed } from "../../metrology/measured.ts";
import { parseTolerance, toleranceWords } from "../../metrology/tolerance-text.ts";
import type { CertificateLine, CertificateParameter, CertificateResult } from "../document.ts";
import { dash } from "./words.ts";

/** A limit with the decimals of the nominal value, and at most two more where it needs them. */
const limitText = (limit: string, { nominal }: CertificateLine) =>
  signed(reckoned(decimal(limit), ...(nominal === null ? [] : [nominal])));

/** The limits of a line: "17 to 23", "≤ 15"; a dash where nothing is judged. */
export function limitsText(line: CertificateLine): string {
  const { lower = null, upper = null } = line.as_left ?? line.as_found ?? {};
  if (lower !== null && upper !== null)
    return `${limitText(lower, line)} to ${limitText(upper, line)}`;
  if (upper !== null) return `≤ ${limitText(upper, line)}`;
  if (lower !== null) return `≥ ${limitText(lower, line)}`;
  // What was not measured has no limits of its own.
  return line.not_measured === null ? dash : (toleranceOf(line, "") ?? dash);
}

/** An error with its sign, which zero has not. */
export const errorText = ({ error_reported: error }: CertificateResult): string =>
  error === null ? dash : /^-|^[0.]+$/.test(error) ? signed(error) : `+${error}`;

/** k with two decimals, as EA-4/02 asks. */
export const kText = ({ k }: CertificateResult): string =>
  k === null ? dash : decimal(k).toFixed(2);

/** The guard band with the decimals of U; none is 0 without them, so that all that have none are the same. */
export const guardText = ({ guard, u_reported }: CertificateResult): string => {
  if (guard === null) return dash;
  const width = decimal(guard);
  return width.eq(0) ? "0" : width.toFixed(u_reported === null ? 2 : decimalsOf(u_reported));
};

/** A reckoned figure with three significant digits. */
export const threeDigits = (text: string | null): string => {
  if (text === null) return dash;
  const value: Decimal = decimal(text);
  const rounded = value.eq(0) ? value : value.prec(3);
  const [least, most] = [-4, 6];
  return signed(
    rounded.e < least || rounded.e > most ? rounded.toExponential() : rounded.toFixed(),
  );
};

/** The tolerance of a line in words; null where it has none. @param symbol of the unit of its figures */
export function toleranceOf({ tolerance }: CertificateLine, symbol: string): string | null {
  if (tolerance === null) return null;
  const read = parseTolerance(tolerance).tolerance;
  return read ? toleranceWords(read, symbol) : tolerance;
}

/** What all values have in common; null where they differ or where there are none. */
export const common = (values: readonly (string | null)[]): string | null =>
  values.length > 0 && values.every((value) => value === values[0]) ? (values[0] ?? null) : null;

/** A line's set of readings; of what was not adjusted the one there is. */
export const resultOf = (
  line: CertificateLine,
  which: "as_found" | "as_left",
  { adjusted }: CertificateParameter,
): CertificateResult | null => (adjusted ? line[which] : (line.as_found ?? line.as_left));

/** The conditions of a line: "Supply: battery". */
export const conditionsText = ({ conditions }: CertificateLine) =>
  conditions.map(({ name, value }) => `${name}: ${value}`).join("; ");
