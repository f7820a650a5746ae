import { numberText } from "#app/shared/numbers.ts";
import { plural } from "#app/shared/plural.ts";
import { megabytesText } from "#app/shared/size-text.ts";

type Limits = {
  maxAssets: number | null;
  maxUsers: number | null;
  maxStorageMb: number | null;
  maxCertificatesPerMonth: number | null;
};

/** What a version allows, each limit in words: "500 assets", "20 GB of files". */
export function limitsOf(version: Limits, locale: string): string[] {
  const many = (count: number | null, one: string, other: string) =>
    count === null ? null : plural(count, one, other, numberText(count, locale));
  const { maxAssets, maxUsers, maxStorageMb, maxCertificatesPerMonth } = version;
  return [
    many(maxAssets, "1 asset", "{n} assets"),
    many(maxUsers, "1 person", "{n} people"),
    maxStorageMb === null ? null : `${megabytesText(maxStorageMb)} of files`,
    // Nobody issues any with a plan for assets alone.
    maxCertificatesPerMonth === 0
      ? null
      : many(maxCertificatesPerMonth, "1 certificate a month", "{n} certificates a month"),
  ].filter((text) => text !== null);
}

/** The same in one text. */
export const limitsText = (version: Limits, locale: string): string =>
  limitsOf(version, locale).join(", ") || "Without limits";
