import { BrokenSheet, type SheetRow } from "./broken.ts";
import { decoded } from "./decode.ts";

const delimiters = [",", ";", "\t", "|"];

/** What stands between cells: whichever is most frequent in the first line, outside quotes. */
export function delimiterOf(text: string): string {
  const counts = new Map(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === "\n" && [...counts.values()].some(Boolean)) break;
    else if (!quoted && counts.has(letter)) counts.set(letter, counts.get(letter)! + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** What `cellOf` put in front of a cell that looks like a formula is taken off again. */
const disarmed = /^'(?='*[=+\-@\t\r])/;

/** The rows of a CSV text in any of the usual encodings and delimiters. @throws BrokenSheet */
export async function* readCsv(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const { default: Papa } = await import("papaparse");
  let text = decoded(bytes);
  const said = /^sep=(.)\r?\n/i.exec(text);
  if (said) text = text.slice(said[0].length);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: said?.[1] ?? delimiterOf(text) });
  const open = errors.find(({ code }) => code === "MissingQuotes");
  if (open) throw new BrokenSheet(`A quotation mark that begins in row ${(open.row ?? 0) + 1} never ends`);
  for (const [at, cells] of data.entries()) yield { rowNo: at + 1, cells: cells.map((cell) => cell.replace(disarmed, "")) };
}
