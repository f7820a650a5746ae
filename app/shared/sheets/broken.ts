/** A file that cannot be read as a spreadsheet; the message says why, in words for people. */
export class BrokenSheet extends Error {}
export const tooLarge = () =>
  new BrokenSheet(
    "The file is far larger than it seems. Save only the sheet that is needed and try again.",
  );

/** One row as it stands in the file: its number as a spreadsheet shows it, and its cells as text. */
export type SheetRow = { rowNo: number; cells: string[] };
