/** The cells of a block that was copied from a spreadsheet: lines, each with tabs between its cells. */
export const pastedCells = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n+$/, "")
    .split("\n")
    .map((line) => line.split("\t"));
