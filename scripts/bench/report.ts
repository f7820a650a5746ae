import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/project.ts";

/** `goal` is the most a figure may be; null for one that is only shown. */
type Row = { figure: string; goal: number | null; measured: number };
const rows: Row[] = [];

/** Keeps a figure for the table, and says it at once: a run takes some minutes. */
export const note = (figure: string, goal: number | null, measured: number) => {
  const row = { figure, goal, measured: Math.round(measured * 100) / 100 };
  rows.push(row);
  console.log(figure, row.measured);
};

const holds = ({ goal, measured }: Row) => goal === null || measured <= goal;

/** Prints the table, writes it to bench/latest.json, and exits with 1 unless every goal holds. */
export function report() {
  console.table(
    rows.map((row) => ({
      figure: row.figure,
      goal: row.goal === null ? "" : `<= ${row.goal}`,
      measured: row.measured,
      holds: row.goal === null ? "" : holds(row) ? "yes" : "NO",
    })),
  );
  mkdirSync(join(root, "bench"), { recursive: true });
  writeFileSync(
    join(root, "bench/latest.json"),
    `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`,
  );
  process.exit(rows.every(holds) ? 0 : 1);
}
