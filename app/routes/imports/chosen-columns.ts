import type { ImportPage } from "#worker/domain/imports/rows.ts";

/** The values of the form that says what the rows are for, as they are saved. @param added masters to be added besides */
export const chosenColumns = (
  { columns, options, progress }: ImportPage,
  added: readonly string[] = [],
): Record<string, string> => ({
  mode: progress.mode,
  ...(options.dayFirst === null ? {} : { dayFirst: options.dayFirst ? "1" : "0" }),
  ...Object.fromEntries(columns.map(({ field }, at) => [`columns.${at}`, field])),
  ...Object.fromEntries([...options.missing, ...added].map((name) => [`missing.${name}`, "1"])),
});
