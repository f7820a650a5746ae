import { pastedCells } from "../pasted-cells.ts";
import {
  emptyPoint,
  emptyRange,
  MOST_POINTS,
  MOST_RANGES,
  type TypedPoint,
  type TypedRange,
} from "./certificates.ts";

/** The columns of the grid of points, in their order. */
export const pointColumns = [
  ...(["nominal", "reference", "indicated", "correction", "u", "k", "dof"] as const),
];
export type PointColumn = (typeof pointColumns)[number];

/** What is known of a stored thing as text, by the names of an empty one. */
function typed<T extends object>(empty: T, stored: unknown): T {
  const known = (typeof stored === "object" && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  const names = Object.keys(empty) as (keyof T & string)[];
  const texts = names.flatMap((name) => {
    const value = known[name];
    return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
  });
  return { ...empty, ...Object.fromEntries(texts) };
}

const listIn = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || value === "") return [];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
};

/** The ranges in a field's value: stored ones, or what a form has sent. */
export const typedRanges = (value: unknown): TypedRange[] =>
  listIn(value)
    .slice(0, MOST_RANGES)
    .map((one) => {
      const { points } = (one ?? {}) as { points?: unknown };
      const list = listIn(points).slice(0, MOST_POINTS);
      return {
        ...typed(emptyRange, one),
        points: list.map((point) => typed(emptyPoint, point)),
      };
    });

const isBlank = (point: TypedPoint) =>
  pointColumns.every((name) => name === "k" || point[name].trim() === "");

/** The ranges as a form sends them: rows of the grid in which nothing was typed are left out. */
export const sentRanges = (ranges: readonly TypedRange[]): string =>
  JSON.stringify(
    ranges.map((range) => ({ ...range, points: range.points.filter((one) => !isBlank(one)) })),
  );

/** The cells of a block that was copied from a sheet: lines, each with tabs between its cells. */
export const blockOf = (text: string): string[][] =>
  pastedCells(text)
    .slice(0, MOST_POINTS)
    .map((cells) =>
      cells.map((cell) =>
        cell
          .trim()
          .replace(/\u2212/g, "-")
          .slice(0, 40),
      ),
    );

/** Points with a block written over them from a cell on; rows that are missing are added, up to as many as there may be. */
export function pasted(
  points: readonly TypedPoint[],
  at: { row: number; column: number },
  block: readonly (readonly string[])[],
): TypedPoint[] {
  const last = Math.min(MOST_POINTS, at.row + block.length);
  const all = Array.from(
    { length: Math.max(points.length, last) },
    (_, row) => points[row] ?? emptyPoint,
  );
  return all.map((point, row) => {
    const cells = block[row - at.row] ?? [];
    const named = cells.flatMap((cell, place) => {
      const name = pointColumns[at.column + place];
      return name ? [[name, cell]] : [];
    });
    return { ...point, ...Object.fromEntries(named) };
  });
}
