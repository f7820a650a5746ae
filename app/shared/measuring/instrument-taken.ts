/** What a measurement takes from a file of an instrument, and the measurement with it. */
import type { EnvironmentCondition } from "../calibration/procedure-content.ts";
import type { EvaluatedCheck } from "./checks.ts";
import type { EvaluatedParameter } from "./evaluated.ts";
import { checkInto, checkNamed } from "./instrument-checks.ts";
import type { FileTable } from "./instrument-file.ts";
import { type MapContent, plainName } from "./instrument-map.ts";
import { isReadingRule, readingGroups, readingsInto } from "./instrument-readings.ts";
import { type Between, roomInto, rowsBetween, timeColumn } from "./instrument-room.ts";
import {
  type Found,
  isAbout,
  type Located,
  located,
  type PlainRow,
  plainRows,
  type Take,
} from "./instrument-rows.ts";
import type { Dataset, Measured } from "./measured.ts";
import { withCheck, withEnvironment, withReading } from "./typing.ts";

/** What of a measurement values are taken into. */
export type Into = {
  parameters: readonly EvaluatedParameter[];
  checks: readonly EvaluatedCheck[];
  conditions: readonly EnvironmentCondition[];
  measured: Measured;
  /** The set of readings, of parameters that were adjusted. */
  dataset: Dataset;
  between: Between;
};

export type Proposal = Found & {
  /** Names of the map that the procedure does not have. */
  absent: readonly string[];
  /** What stands in rows that no rule is about, each once. */
  unmapped: readonly string[];
};

const MOST_UNMAPPED = 50;

/** What stands in the columns by which rules know their rows, of rows that none knows. */
function unmappedIn(rules: readonly Located[], rows: readonly PlainRow[]): string[] {
  const columns = [...new Set(rules.flatMap(({ when }) => when.map(({ at }) => at)))];
  if (columns.length === 0 || rules.some(({ when }) => when.length === 0)) return [];
  const names = new Set<string>();
  for (const row of rows) {
    if (names.size >= MOST_UNMAPPED) break;
    const name = columns
      .map((at) => (row.cells[at] ?? "").trim())
      .filter(Boolean)
      .join(", ");
    if (name && !rules.some((one) => isAbout(one, row))) names.add(name);
  }
  return [...names];
}

/** The rules about each name, in the order in which the names come. */
function byName(rules: readonly Located[], nameOf: (one: Located) => string | null) {
  const all = new Map<string, { name: string; rules: Located[] }>();
  for (const one of rules) {
    const name = nameOf(one);
    if (name === null) continue;
    const group = all.get(plainName(name)) ?? { name, rules: [] };
    group.rules.push(one);
    all.set(plainName(name), group);
  }
  return [...all.values()];
}

/** What a file would bring into a measurement by a map. Nothing is changed. */
export function proposalOf(table: FileTable, content: MapContent, into: Into): Proposal {
  const found: Found = { takes: [], left: [], leftMore: 0, same: 0 };
  const absent = new Set<string>();
  const rules = located(table, content.rules, found);
  const rows = plainRows(table.rows);
  for (const { of, side, rules: own } of readingGroups(
    rules.filter(isReadingRule),
    into.parameters,
    absent,
  ))
    readingsInto(found, of, side, own, rows, content, into);
  for (const { name, rules: own } of byName(rules, ({ rule: { to } }) =>
    to.as === "check" ? to.name : null,
  )) {
    const check = checkNamed(into.checks, name);
    if (check) checkInto(found, check, own, rows, content);
    else absent.add(name);
  }
  const ofRoom = byName(rules, ({ rule: { to } }) =>
    to.as === "environment" ? to.quantity : null,
  );
  const inside =
    ofRoom.length > 0
      ? rowsBetween(found, rows, timeColumn(table, content), content.days, into.between)
      : [];
  for (const { name, rules: own } of ofRoom) {
    const at = into.conditions.findIndex(({ quantity }) => plainName(quantity) === plainName(name));
    const condition = into.conditions[at];
    if (condition) roomInto(found, condition, at, own[0]!, inside, content, into.measured);
    else absent.add(name);
  }
  return { ...found, absent: [...absent], unmapped: unmappedIn(rules, rows) };
}

function withTake(measured: Measured, { place, value }: Take): Measured {
  switch (place.of) {
    case "reading":
      return withReading(measured, place, value, "import");
    case "check": {
      const isNone = measured.checks[place.key]?.answer === "na";
      return withCheck(measured, place.key, isNone ? { value, answer: null } : { value }, "import");
    }
    case "environment":
      return withEnvironment(measured, place.at, place.end, value, "import");
  }
}

/** The measurement with what was taken, each value marked as imported. */
export const withTaken = (measured: Measured, takes: readonly Take[]): Measured =>
  takes.reduce(withTake, measured);
