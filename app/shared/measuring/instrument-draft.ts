/** How a person maps a file: by columns and the names in them. A map is made of it, and it of a map. */
import type { UnitCode } from "../metrology/units.ts";
import { unitIn } from "./instrument-figures.ts";
import type { FileTable } from "./instrument-file.ts";
import {
  MAP_LIMITS,
  type MapContent,
  type MapKind,
  type MapRule,
  plainName,
  type UnitSource,
} from "./instrument-map.ts";
import type { Side } from "./measured.ts";

/** Where units stand: "" for nowhere, "value", "column:Unit" or "map:uA". */
export type UnitChoice = string;

export type MapDraft = {
  kind: MapKind;
  decimal: MapContent["decimal"];
  days: MapContent["days"];
  /** Columns by which a row is known: the name of the test, or what is measured. Empty texts are not chosen. */
  known: readonly [string, string];
  /** The column of the value, of safety analysers; of the set point, of measurements; of the time, of data loggers. */
  main: string;
  unit: UnitChoice;
  /** What is chosen for what stands in the known columns: the name of a check or a parameter, by `rowName`. Without known columns under "". */
  rows: Readonly<Record<string, string>>;
  /** What is chosen for a column: a side, or a quantity of the room. */
  columns: Readonly<Record<string, string>>;
  /** The unit of a column of a data logger. */
  units: Readonly<Record<string, UnitChoice>>;
};

export const emptyDraft: MapDraft = {
  ...{ kind: "safety_analyser", decimal: "point", days: "day_first" },
  ...{ known: ["", ""], main: "", unit: "" },
  ...{ rows: {}, columns: {}, units: {} },
};

export const unitSource = (choice: UnitChoice): UnitSource => {
  if (choice === "value") return { in: "value" };
  if (choice.startsWith("column:")) return { in: "column", column: choice.slice(7) };
  return choice.startsWith("map:") ? { in: "map", code: choice.slice(4) as UnitCode } : null;
};
const unitChoice = (source: UnitSource): UnitChoice => {
  if (source === null) return "";
  if (source.in === "value") return "value";
  return source.in === "column" ? `column:${source.column}` : `map:${source.code}`;
};

const BETWEEN = "\u0001";
/** What stands in the known columns of a row, in one text. */
const rowName = (texts: readonly string[]) => texts.map(plainName).join(BETWEEN);

export type KnownRow = { key: string; texts: readonly string[] };
const MOST_ROWS = MAP_LIMITS.rules;

/** What stands in the known columns of a file, each once, in their order; without known columns one row for all. */
export function knownRows({ columns, rows }: FileTable, { known }: MapDraft): KnownRow[] {
  const places = known.flatMap((name) => {
    const at = columns.indexOf(name);
    return at < 0 ? [] : [at];
  });
  if (places.length === 0) return [{ key: "", texts: [] }];
  const all = new Map<string, KnownRow>();
  for (const { cells } of rows) {
    if (all.size >= MOST_ROWS) break;
    const texts = places.map((at) => (cells[at] ?? "").slice(0, MAP_LIMITS.name));
    if (texts.every((text) => text.trim() === "")) continue;
    const key = rowName(texts);
    if (!all.has(key)) all.set(key, { key, texts });
  }
  return [...all.values()];
}

const whenOf = ({ known }: MapDraft, { texts }: KnownRow): MapRule["when"] =>
  known.filter(Boolean).map((column, at) => ({ column, equals: texts[at]! }));

/** The rules that a draft has of a file. */
function rulesOf(draft: MapDraft, table: FileTable): MapRule[] {
  const { kind, main, rows } = draft;
  const unit = unitSource(draft.unit);
  const chosen = (column: string) => draft.columns[column] ?? "";
  if (kind === "data_logger")
    return table.columns.flatMap((column): MapRule[] => {
      const quantity = chosen(column);
      if (!quantity || column === main) return [];
      const own = unitSource(draft.units[column] ?? "");
      return [{ when: [], column, unit: own, to: { as: "environment", quantity } }];
    });
  return knownRows(table, draft).flatMap((row): MapRule[] => {
    const name = rows[row.key] ?? "";
    if (!name || !main) return [];
    const when = whenOf(draft, row);
    if (kind === "safety_analyser")
      return when.length > 0 ? [{ when, column: main, unit, to: { as: "check", name } }] : [];
    return table.columns.flatMap((column): MapRule[] => {
      const side = chosen(column);
      if (!side || column === main) return [];
      const to = { as: "reading", parameter: name, side: side as Side, at: main } as const;
      return [{ when, column, unit, to }];
    });
  });
}

/** The rules of a map about rows or columns that this file does not hold: the draft says nothing of them. */
function beyond(rules: readonly MapRule[], draft: MapDraft, table: FileTable): MapRule[] {
  const columns = new Set(table.columns.map(plainName));
  if (draft.kind === "data_logger")
    return rules.filter(
      ({ to, column }) => to.as === "environment" && !columns.has(plainName(column)),
    );
  const known = rowName(draft.known.filter(Boolean));
  const keys = new Set(knownRows(table, draft).map(({ key }) => key));
  return rules.filter(
    ({ when }) =>
      rowName(when.map(({ column }) => column)) === known &&
      !keys.has(rowName(when.map(({ equals }) => equals))),
  );
}

/**
 * The map of a draft. Of the map that it was made of, rules about what this file does not hold stay.
 * @param before the map that is changed; null for a new one
 */
export function contentOf(
  draft: MapDraft,
  table: FileTable,
  before: MapContent | null,
): MapContent {
  const kept = beyond(before?.rules ?? [], draft, table);
  return {
    heads: before?.heads ?? table.columns.slice(0, MAP_LIMITS.heads),
    decimal: draft.decimal,
    time: draft.kind === "data_logger" && draft.main ? draft.main : null,
    days: draft.days,
    rules: [...kept, ...rulesOf(draft, table)],
  };
}

/** The name of a column as the file has it. */
const inFile = ({ columns }: FileTable, name: string) =>
  columns.find((column) => plainName(column) === plainName(name)) ?? "";

/** A map as its draft, for a file of its kind. */
export function draftOf(kind: MapKind, content: MapContent, table: FileTable): MapDraft {
  const [first] = content.rules;
  const { decimal, days, rules } = content;
  const [one = "", other = ""] = first?.when.map(({ column }) => inFile(table, column)) ?? [];
  const column = (name: string) => inFile(table, name);
  const rows: Record<string, string> = {};
  const columns: Record<string, string> = {};
  const units: Record<string, UnitChoice> = {};
  for (const { when, column: own, unit, to } of rules) {
    const key = rowName(when.map(({ equals }) => equals));
    if (to.as === "check") rows[key] = to.name;
    if (to.as === "reading") [rows[key], columns[column(own)]] = [to.parameter, to.side];
    if (to.as === "environment")
      [columns[column(own)], units[column(own)]] = [to.quantity, unitChoice(unit)];
  }
  const main =
    kind === "data_logger"
      ? (content.time ?? "")
      : first?.to.as === "reading"
        ? first.to.at
        : (first?.column ?? "");
  return {
    ...{ kind, decimal, days, known: [one, other], main: column(main) },
    ...{ unit: unitChoice(first?.unit ?? null), rows, columns, units },
  };
}

const LIKELY = {
  known: /^(test|test ?name|name|element|description|prüfung|prüfschritt|measurement)$/i,
  value: /^(value|result|reading|measured( value)?|messwert|wert)$/i,
  unit: /^(units?|einheit|uom)$/i,
  time: /\b(time|date|datum|zeit)|timestamp/i,
  set: /\b(set ?point|nominal|setting|target|sollwert)\b/i,
} as const;

const LEAST_LETTERS = 4;
/** Whether a column is named as a quantity, or by a part of it: "Temp. (°C)" for a temperature. */
function isLike(column: string, quantity: string): boolean {
  const [word = ""] = plainName(column).split(/[^\p{L}]/u);
  const name = plainName(quantity);
  return plainName(column).includes(name) || (word.length >= LEAST_LETTERS && name.includes(word));
}

/** What a file most likely means, to begin with. @param names of checks, parameters and quantities that values may go to */
export function likelyDraft(
  table: FileTable,
  kind: MapKind,
  names: { checks: readonly string[]; parameters: readonly string[]; room: readonly string[] },
): MapDraft {
  const { columns } = table;
  const like = (pattern: RegExp) => columns.find((name) => pattern.test(name.trim())) ?? "";
  const unit = like(LIKELY.unit);
  const draft: MapDraft = { ...emptyDraft, kind, unit: unit ? `column:${unit}` : "" };
  const matching = (all: readonly string[], text: string) =>
    all.find((name) => plainName(name) === plainName(text));
  if (kind === "data_logger") {
    const room = columns.flatMap((column) => {
      const quantity = names.room.find((name) => isLike(column, name));
      const written = /[([]([^)\]]+)[)\]]/.exec(column)?.[1];
      const unit = written === undefined ? null : unitIn(written);
      // A unit that is not known is left to the person.
      if (!quantity || (written !== undefined && unit === null)) return [];
      return [{ column, quantity, unit: unit === null ? "" : `map:${unit}` }];
    });
    return {
      ...{ ...draft, main: like(LIKELY.time) },
      columns: Object.fromEntries(room.map(({ column, quantity }) => [column, quantity])),
      units: Object.fromEntries(room.map(({ column, unit }) => [column, unit])),
    };
  }
  if (kind === "measurements") {
    const [only] = names.parameters;
    const rows: MapDraft["rows"] = names.parameters.length === 1 && only ? { "": only } : {};
    return { ...draft, main: like(LIKELY.set), rows };
  }
  const known = [like(LIKELY.known), ""] as const;
  const found = knownRows(table, { ...draft, known }).flatMap(({ key, texts }) => {
    const name = matching(names.checks, texts[0] ?? "");
    return name ? [[key, name] as const] : [];
  });
  return { ...draft, known, main: like(LIKELY.value), rows: Object.fromEntries(found) };
}
