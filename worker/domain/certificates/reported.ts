/** Figures of a result as they are handed out: no more places than its uncertainty gives sense to. Nothing is reckoned from them. */
import type { CertificateLine, CertificateResult } from "#app/shared/certificates/document.ts";
import { type Decimal, decimal, plainText, ZERO } from "#app/shared/metrology/decimal.ts";

const HALF_UP = 1;
/** Digits of a double that are certain. */
const DOUBLE_DIGITS = 15;
/** So many places more than U has an acceptance limit, so that it is seen on which side of it a result lies. */
const MORE_PLACES = 2;
const K_PLACES = 2;
const P_PLACES = 4;

const placesOf = (text: string | null) => text?.split(".")[1]?.length ?? 0;
const short = (value: Decimal) =>
  plainText(value.eq(ZERO) ? value : value.prec(DOUBLE_DIGITS, HALF_UP));
const toPlaces = (text: string, places: number) => {
  const value = decimal(text);
  return placesOf(plainText(value)) <= places
    ? plainText(value)
    : plainText(value.round(places, HALF_UP));
};
/** The places of U; null where nothing is uncertain, so that figures stay as they are. */
const placesOfU = ({ u_reported: u }: CertificateResult) =>
  u === null || decimal(u).eq(ZERO) ? null : placesOf(u);

/** k to two places, "2.00"; null without one. */
export const reportedK = ({ k }: CertificateResult): string | null =>
  k === null ? null : decimal(k).toFixed(K_PLACES, HALF_UP);

/** The coverage probability to four places, "0.9545"; null without one. */
export const reportedP = ({ p }: CertificateResult): string | null =>
  p === null ? null : plainText(decimal(p).round(P_PLACES, HALF_UP));

/** A limit of the tolerance, which is exact. */
export const reportedLimit = (limit: string | null): string | null =>
  limit === null ? null : short(decimal(limit));

function besideU(result: CertificateResult, text: string | null, limit: string | null) {
  if (text === null) return null;
  const places = placesOfU(result);
  if (places === null) return short(decimal(text));
  return toPlaces(text, Math.max(places + MORE_PLACES, placesOf(reportedLimit(limit))));
}

/** The guard band, to two places more than U. */
export const reportedGuard = (result: CertificateResult) => besideU(result, result.guard, null);
/** The limits of acceptance: those of the tolerance, moved by the guard band. */
export const reportedAcceptance = (result: CertificateResult) => ({
  lower: besideU(result, result.accept_lower, result.lower),
  upper: besideU(result, result.accept_upper, result.upper),
});

/** The side that was set, with no more places than U and the nominal value have. */
function setSide(text: string, line: CertificateLine, result: CertificateResult): string {
  const places = placesOfU(result);
  if (places === null) return short(decimal(text));
  return toPlaces(text, Math.max(places, placesOf(line.nominal)));
}

export type ReportedSides = {
  /** Null: one-sided, only what was read is known. */
  reference: string | null;
  measured: string;
  error: string | null;
  /** Which of them is judged, and has U. */
  judged: "reference" | "measured";
};

/** What the standard and what the device say. Null where the result has no value. */
export function reportedSides(
  setting: "set_duc_read_std" | "set_std_read_duc",
  line: CertificateLine,
  result: CertificateResult,
): ReportedSides | null {
  const { value_reported: value, error_reported: error, indication, reference } = result;
  if (value === null) return null;
  const isDeviceRead = setting === "set_std_read_duc";
  const other = isDeviceRead ? reference : indication;
  if (error === null || other === null)
    return { reference: null, measured: value, error: null, judged: "measured" };
  const set = setSide(other, line, result);
  return isDeviceRead
    ? { reference: set, measured: value, error, judged: "measured" }
    : { reference: value, measured: set, error, judged: "reference" };
}
