import { plural } from "#app/shared/plural.ts";
import { sizeText } from "#app/shared/size-text.ts";

const MEGABYTE = 1024 * 1024;
const MOST_COUNTED = 1000;

type Limits = {
  maxAssets: number | null;
  maxUsers: number | null;
  maxStorageMb: number | null;
  maxCertificatesPerMonth: number | null;
};

/** What a version allows, each limit in words: "500 assets", "20 GB of files". */
export function limitsOf(version: Limits): string[] {
  const { maxAssets, maxUsers, maxStorageMb, maxCertificatesPerMonth } = version;
  return [
    maxAssets === null ? null : plural(maxAssets, "1 asset", "{n} assets"),
    maxUsers === null ? null : plural(maxUsers, "1 person", "{n} people"),
    maxStorageMb === null ? null : `${sizeText(maxStorageMb * MEGABYTE)} of files`,
    maxCertificatesPerMonth === null
      ? null
      : plural(maxCertificatesPerMonth, "1 certificate a month", "{n} certificates a month"),
  ].filter((text) => text !== null);
}

/** The same in one text. */
export const limitsText = (version: Limits): string =>
  limitsOf(version).join(", ") || "Without limits";

/** How many companies have it; they are counted to a thousand. */
export const companiesText = (n: number): string => (n > MOST_COUNTED ? "1,000+" : String(n));
