import type { Change } from "#drizzle/both.ts";

const secret = /password|token|hash|secret|reportPin/i;
/** What lists are sorted by, and follows from a date that is told itself. */
const derived = new Set(["orderOn"]);
const plain = (value: unknown) => (value === undefined || value === "" ? null : value);

/** Field-level before and after; what did not change is left out, and so are secrets and what follows from another field. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  return Object.keys(after)
    .filter(
      (field) =>
        !secret.test(field) &&
        !derived.has(field) &&
        JSON.stringify(plain(before[field])) !== JSON.stringify(plain(after[field])),
    )
    .map((field) => ({ field, from: plain(before[field]), to: plain(after[field]) }));
}

/** A record as a refusal may carry it: without secrets and the company it is in. */
export const withoutSecrets = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([field]) => !secret.test(field) && field !== "companyId"),
  );
