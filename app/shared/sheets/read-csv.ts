import { withoutMark } from "../cells.ts";
import { BrokenSheet, type SheetRow } from "./broken.ts";
import { decoded } from "./decode.ts";
import { joined, type SheetCount } from "./limits.ts";

const delimiters = [",", ";", "\t", "|"];

/** The delimiter: the most frequent one in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const counts = new Map(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === "\n" && [...counts.values()].some(Boolean)) break;
    else if (!quoted && counts.has(letter)) counts.set(letter, counts.get(letter)! + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Letters at which a cell, a row or a quotation may end; in quotes only the quotation mark. */
const QUOTE = '"';
const isBreak = (letter: string) => letter === "\n" || letter === "\r";

/**
 * The rows of a CSV text in any of the usual encodings and delimiters, read letter by letter and once.
 * @param usual the delimiter where the file does not name one; the most frequent one of its first line unless it is given
 * @throws BrokenSheet
 */
export function* readCsv(
  bytes: Uint8Array,
  count: SheetCount,
  usual?: string,
): Generator<SheetRow> {
  let place: "start" | "plain" | "quoted" | "closed" = "start";
  let cells: string[] = [];
  let cell = "";
  /** Spaces behind a closing quotation mark: part of the cell where no cell ends behind them. */
  let gap = "";
  let rowNo = 1;
  let openedIn = 1;
  let last = "";
  const endCell = () => {
    count.cells(1);
    cells.push(withoutMark(cell));
    [cell, gap, place] = ["", "", "start"];
  };
  const endRow = (): SheetRow => {
    endCell();
    count.line();
    const row = { rowNo: rowNo++, cells };
    cells = [];
    return row;
  };
  let delimiter = "";
  for (let text of decoded(bytes)) {
    if (!delimiter) {
      const separator = /^sep=(.)\r?\n/i.exec(text);
      if (separator) text = text.slice(separator[0].length);
      delimiter = separator?.[1] ?? usual ?? delimiterOf(text);
    }
    for (let at = 0; at < text.length; at++) {
      const letter = text[at]!;
      if (place === "start" && letter === "\n" && last === "\r" && !cells.length) {
        last = "";
        continue;
      }
      last = letter;
      if (place === "start" && letter === QUOTE) {
        [place, openedIn] = ["quoted", rowNo];
      } else if (place === "quoted") {
        if (letter === QUOTE) place = "closed";
        else {
          const end = text.indexOf(QUOTE, at);
          cell = joined(cell, text.slice(at, end < 0 ? text.length : end));
          at = (end < 0 ? text.length : end) - 1;
        }
      } else if (letter === delimiter) endCell();
      else if (isBreak(letter)) yield endRow();
      else if (place === "closed") {
        if (letter === QUOTE && !gap) [cell, place] = [joined(cell, QUOTE), "quoted"];
        else if (letter === " ") gap = joined(gap, " ");
        else {
          // No cell ends here, so the mark was one of the text's own.
          [cell, gap, place] = [
            joined(cell, QUOTE + gap),
            "",
            letter === QUOTE ? "closed" : "quoted",
          ];
          if (letter !== QUOTE) cell = joined(cell, letter);
        }
      } else {
        place = "plain";
        let end = at + 1;
        while (end < text.length && text[end] !== delimiter && !isBreak(text[end]!)) end++;
        cell = joined(cell, text.slice(at, end));
        at = end - 1;
      }
    }
  }
  if (place === "quoted")
    throw new BrokenSheet(`A quotation mark that begins in row ${openedIn} never ends`);
  if (cells.length || cell || place !== "start") yield endRow();
}
