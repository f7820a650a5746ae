/** A file of an instrument as a table: which line names its columns, what stands before it, and which map knows it. */
import { type InstrumentMap, MAP_LIMITS, plainName } from "./instrument-map.ts";

/** What a file may hold. Bytes are looked at before it is read, the others while it is. */
export const FILE_LIMITS = {
  bytes: 2 * 1024 * 1024,
  rows: 20_000,
  cells: 400_000,
  columns: MAP_LIMITS.heads,
  cell: 500,
} as const;

/** A row that holds anything, with its number as a spreadsheet shows it. */
export type FileRow = { rowNo: number; cells: readonly string[] };

export type FileTable = {
  /** Names of the columns; one without a name has its number, the same name again has a number behind it. */
  columns: readonly string[];
  rows: readonly FileRow[];
  /** What instruments write before the table. */
  preamble: readonly { name: string; value: string }[];
};

const DELIMITERS = [";", "\t", ",", "|"] as const;
const LOOKED_AT = 200;

/** How often a delimiter stands in a line, outside of quotation marks. */
function countIn(line: string, delimiter: string): number {
  let [count, isQuoted] = [0, false];
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === delimiter) count += 1;
  }
  return count;
}

/**
 * The delimiter of a file: what parts most lines in the same way. Lines before the table may have others, and with a decimal comma a
 * comma stands in many.
 */
export function delimiterIn(head: string): string {
  const lines = head
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, LOOKED_AT);
  const found = DELIMITERS.map((delimiter) => {
    const alike = new Map<number, number>();
    for (const line of lines) {
      const count = countIn(line, delimiter);
      if (count > 0) alike.set(count, (alike.get(count) ?? 0) + 1);
    }
    return { delimiter, alike: Math.max(0, ...alike.values()) };
  });
  return found.reduce((best, one) => (one.alike > best.alike ? one : best)).delimiter;
}

const isFilled = (cell: string) => cell.trim() !== "";
const looksLikeFigure = (cell: string) => /^[-+]?[\d.,]*\d/.test(cell.trim());

/** The place of the line that most looks like names of columns: many cells, no figures, and figures below. */
export function likelyHead(rows: readonly FileRow[]): number {
  const scored = rows.slice(0, LOOKED_AT).map(({ cells }, at) => {
    const filled = cells.filter(isFilled);
    if (filled.length < 2 || filled.some(looksLikeFigure)) return 0;
    const isAbove = rows[at + 1]?.cells.some(looksLikeFigure) ?? false;
    return filled.length * 2 + Number(isAbove);
  });
  const best = Math.max(0, ...scored);
  return best === 0 ? 0 : scored.indexOf(best);
}

/** Names of the columns of a line. */
function columnNames(cells: readonly string[]): string[] {
  const taken = new Set<string>();
  return cells.map((cell, at) => {
    const name = cell.trim().slice(0, MAP_LIMITS.name - 8) || `Column ${at + 1}`;
    let own = name;
    for (let n = 2; taken.has(plainName(own)); n++) own = `${name} (${n})`;
    taken.add(plainName(own));
    return own;
  });
}

/** A file as a table. @param head the place of the line that names its columns */
export function tableOf(rows: readonly FileRow[], head: number): FileTable {
  const preamble = rows.slice(0, head).flatMap(({ cells }) => {
    const [name, ...values] = cells.filter(isFilled);
    return name && values.length > 0 ? [{ name: name.trim(), value: values.join(" ") }] : [];
  });
  return {
    columns: columnNames(rows[head]?.cells ?? []),
    rows: rows.slice(head + 1),
    preamble,
  };
}

export type Recognised = { map: InstrumentMap; head: number };

/** The map that knows a file, and where its table begins: of several, the one that asks for most columns. Null where none does. */
export function recognised(
  rows: readonly FileRow[],
  maps: readonly InstrumentMap[],
): Recognised | null {
  const lines = rows
    .slice(0, LOOKED_AT)
    .map(({ cells }) => new Set(columnNames(cells).map(plainName)));
  const found = maps.flatMap((map): Recognised[] => {
    const { heads } = map.content;
    const head = lines.findIndex((names) => heads.every((name) => names.has(plainName(name))));
    return heads.length === 0 || head < 0 ? [] : [{ map, head }];
  });
  return found.reduce<Recognised | null>(
    (best, one) =>
      best && best.map.content.heads.length >= one.map.content.heads.length ? best : one,
    null,
  );
}
