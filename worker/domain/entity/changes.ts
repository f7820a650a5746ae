import type { Change } from "#drizzle/tenant/files.ts";

const secret = /password|token|hash|secret/i;
const plain = (value: unknown) => (value === undefined || value === "" ? null : value);

/** Field-level before and after; what did not change is left out, and so are secrets. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  return Object.keys(after)
    .filter(
      (field) =>
        !secret.test(field) &&
        JSON.stringify(plain(before[field])) !== JSON.stringify(plain(after[field])),
    )
    .map((field) => ({ field, from: plain(before[field]), to: plain(after[field]) }));
}
