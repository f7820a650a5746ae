/** The room in a file of a data logger: the first and the last reading of a time, or the lowest and the highest. */
import type { EnvironmentCondition } from "../calibration/procedure-content.ts";
import { type Decimal, typedNumber } from "../metrology/decimal.ts";
import { plural } from "../plural.ts";
import { namesOfLog } from "./environment.ts";
import { timeText } from "./instrument-figures.ts";
import type { FileTable } from "./instrument-file.ts";
import { type MapContent, plainName } from "./instrument-map.ts";
import {
  cellBeside,
  type Found,
  isAbout,
  type Located,
  leave,
  type PlainRow,
  take,
  valueIn,
} from "./instrument-rows.ts";
import type { Measured } from "./measured.ts";

/** A time of the logger's clock, both ends belong to it: YYYY-MM-DDTHH:MM. */
export type Between = { from: string; to: string };

/** The column of the time in a file; -1 where it has none. */
export const timeColumn = ({ columns }: FileTable, { time }: Pick<MapContent, "time">) =>
  time === null ? -1 : columns.findIndex((name) => plainName(name) === plainName(time));

/** The times of a file from its first to its last; null where no row has one. */
export function timesOf(table: FileTable, content: Pick<MapContent, "time" | "days">) {
  const at = timeColumn(table, content);
  if (at < 0) return null;
  let [first, last]: [string | null, string | null] = [null, null];
  for (const { cells } of table.rows) {
    const time = timeText(cells[at] ?? "", content.days);
    if (time === null) continue;
    if (first === null || time < first) first = time;
    if (last === null || time > last) last = time;
  }
  return first === null || last === null ? null : { first, last };
}

/** The time to begin with: the last day of the work where the file has readings of it, else all of the file. */
export function likelyBetween(times: { first: string; last: string } | null, on: string): Between {
  if (!times) return { from: "", to: "" };
  const [from, to] = [times.first.slice(0, 16), times.last.slice(0, 16)];
  if (from.slice(0, 10) > on || to.slice(0, 10) < on) return { from, to };
  const [begin, end] = [`${on}T00:00`, `${on}T23:59`];
  return { from: from > begin ? from : begin, to: to < end ? to : end };
}

/** The rows of a time; those without one are left. */
export function rowsBetween(
  found: Found,
  rows: readonly PlainRow[],
  at: number,
  days: MapContent["days"],
  { from, to }: Between,
): PlainRow[] {
  if (at < 0) return [...rows];
  let unread = 0;
  const inside = rows.filter(({ cells }) => {
    const time = timeText(cells[at] ?? "", days)?.slice(0, 16);
    if (time === undefined) unread += 1;
    return time !== undefined && time >= from && time <= to;
  });
  if (unread > 0)
    leave(found, {
      ...{ name: "Times", cell: "", rowNo: null },
      why: plural(unread, "1 row has no time that is known", "{n} rows have no time that is known"),
    });
  return inside;
}

type Reading = { row: PlainRow; value: string; figure: Decimal };

/** The two readings of a condition. @param at the place of the condition in the procedure */
export function roomInto(
  found: Found,
  { quantity, unit, log }: EnvironmentCondition,
  at: number,
  rule: Located,
  rows: readonly PlainRow[],
  { decimal }: Pick<MapContent, "decimal">,
  measured: Pick<Measured, "environment">,
): void {
  const readings: Reading[] = [];
  const wrong: { row: PlainRow; why: string }[] = [];
  for (const row of rows) {
    if (!isAbout(rule, row) || (row.cells[rule.at] ?? "").trim() === "") continue;
    const read = valueIn(row.cells, rule.at, rule, decimal, unit);
    if ("why" in read) wrong.push({ row, why: read.why });
    else readings.push({ row, value: read.value, figure: typedNumber(read.value)! });
  }
  const [bad] = wrong;
  if (bad) {
    const cell = (bad.row.cells[rule.at] ?? "").trim();
    leave(found, { name: quantity, cell, rowNo: bad.row.rowNo, why: bad.why });
    found.leftMore += wrong.length - 1;
  }
  const [first] = readings;
  if (!first) {
    if (!bad) leave(found, { name: quantity, cell: "", rowNo: null, why: "It has no reading" });
    return;
  }
  const least = (one: Reading, other: Reading) => (other.figure.lt(one.figure) ? other : one);
  const most = (one: Reading, other: Reading) => (other.figure.gt(one.figure) ? other : one);
  const pair =
    log === "continuous"
      ? { first: readings.reduce(least), last: readings.reduce(most) }
      : { first, last: readings.at(-1)! };
  for (const end of ["first", "last"] as const) {
    const { row, value } = pair[end];
    take(found, {
      place: { of: "environment", at, end },
      name: `${quantity}, ${namesOfLog[log][end].toLowerCase()}`,
      now: measured.environment[at]?.[end] ?? "",
      ...{ value, unit, cell: cellBeside(row.cells, rule.at, value), rowNo: row.rowNo },
    });
  }
}
