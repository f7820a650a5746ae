/** How files of one kind of instrument are read: what is recognised, and which of their cells are which values of a measurement. */
import type { UnitCode } from "../metrology/units.ts";
import type { Side } from "./measured.ts";

export const mapKinds = ["safety_analyser", "data_logger", "measurements"] as const;
export type MapKind = (typeof mapKinds)[number];
export const mapKindWords: Readonly<Record<MapKind, string>> = {
  safety_analyser: "Safety analyser",
  data_logger: "Data logger",
  measurements: "Measurements",
};

export const decimalMarks = ["point", "comma"] as const;
export const dayOrders = ["day_first", "month_first"] as const;

/** Where the unit of a value stands: in a column, behind the value in its cell, or with the map. Null: the file is in the unit that is asked for. */
export type UnitSource =
  | { in: "column"; column: string }
  | { in: "value" }
  | { in: "map"; code: UnitCode }
  | null;

/** What a value is of, by the names that procedures give: one map serves many of them. */
export type MapTarget =
  | { as: "check"; name: string }
  /** `at` is the column of the set point, in the unit of the value. */
  | { as: "reading"; parameter: string; side: Side; at: string }
  | { as: "environment"; quantity: string };

/** Rows whose cells are all as `when` says hold a value in `column`. */
export type MapRule = {
  when: readonly { column: string; equals: string }[];
  column: string;
  unit: UnitSource;
  to: MapTarget;
};

export type MapContent = {
  /** Names of columns; a line that has them all is the head of the table, and such a file is recognised. */
  heads: readonly string[];
  decimal: (typeof decimalMarks)[number];
  /** The column of the time, of a data logger. */
  time: string | null;
  /** How days such as 03/04/2026 are read. */
  days: (typeof dayOrders)[number];
  rules: readonly MapRule[];
};

/** A map as the measuring page has it. */
export type InstrumentMap = {
  id: string;
  version: number;
  name: string;
  instrument: string | null;
  kind: MapKind;
  content: MapContent;
};

export const MAP_LIMITS = { heads: 100, rules: 200, when: 3, name: 120 } as const;

/** Names in files and procedures are the same whatever their case and the spaces in them. */
export const plainName = (text: string): string =>
  text.trim().toLowerCase().replace(/\s+/g, " ").slice(0, MAP_LIMITS.name);
