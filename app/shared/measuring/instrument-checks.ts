/** Figures of checks in a file of an instrument. */
import { isUnit } from "../metrology/units.ts";
import { type EvaluatedCheck, isMeasuredCheck } from "./checks.ts";
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

/** The check that a name means: by its name, else by its key. */
export const checkNamed = (checks: readonly EvaluatedCheck[], name: string) =>
  checks.find(({ check }) => plainName(check.name) === plainName(name)) ??
  checks.find(({ check }) => check.key === name);

/** The unit in which a check is typed: that of its limit. */
export function unitOfCheck({ against }: EvaluatedCheck) {
  if (against?.kind !== "limit") return null;
  return isUnit(against.limit.unit) ? against.limit.unit : null;
}

/** The figure of a check: from the one row that holds it. Several rows with different figures are left to the person. */
export function checkInto(
  found: Found,
  evaluated: EvaluatedCheck,
  rules: readonly Located[],
  rows: readonly PlainRow[],
  { decimal }: Pick<MapContent, "decimal">,
): void {
  const { check, typed } = evaluated;
  const { name } = check;
  const holding = rules.flatMap((one) =>
    rows.flatMap((row) =>
      isAbout(one, row) && (row.cells[one.at] ?? "").trim() !== "" ? [{ one, row }] : [],
    ),
  );
  const [first] = holding;
  if (!first) return;
  const cellOf = ({ one, row }: typeof first) => (row.cells[one.at] ?? "").trim();
  const { rowNo } = first.row;
  const no = (why: string) => leave(found, { name, cell: cellOf(first), rowNo, why });
  const unit = unitOfCheck(evaluated);
  const read = holding.map(({ one, row }) => valueIn(row.cells, one.at, one, decimal, unit));
  const [value] = read;
  const other = read.findIndex(
    (one) => "why" in one || !value || "why" in value || one.value !== value.value,
  );
  if (!isMeasuredCheck(check)) no("It asks for an answer, not for a figure");
  else if (!value || "why" in value) no(value?.why ?? "It is empty");
  else if (other >= 0) no(`Row ${holding[other]!.row.rowNo} holds another figure for it`);
  else
    take(found, {
      ...{ place: { of: "check", key: check.key }, name, value: value.value, unit, rowNo },
      now: typed.answer === "na" ? "N/A" : typed.value,
      cell: cellBeside(first.row.cells, first.one.at, value.value),
    });
}
