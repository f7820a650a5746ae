import { asc, count } from "drizzle-orm";
import { dueClosings, dueMonths } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { type Difference, difference } from "../statistics/difference.ts";

type Counts = Record<string, Record<string, number>>;

/** Where the counts of months are not what their frozen rows add up to: the first one, and both numbers; null where they agree. */
export async function firstMonthDifference(
  db: ReadingDb,
): Promise<(Difference & { id: string }) | null> {
  const { month, departmentId, categoryId, teamId, kind, criticality, standing } = dueClosings;
  const of = [month, departmentId, categoryId, teamId, kind, criticality, standing] as const;
  const [rows, months] = await db.read(
    db
      .select({
        ...{ month, departmentId, categoryId, teamId, kind, criticality, standing },
        n: count().as("n"),
      })
      .from(dueClosings)
      .where(db.ofOwner(dueClosings))
      .groupBy(...of),
    db
      .select({ id: dueMonths.id, counts: dueMonths.counts })
      .from(dueMonths)
      .where(db.ofOwner(dueMonths))
      .orderBy(asc(dueMonths.id)),
  );
  const says: Counts = {};
  for (const row of rows) {
    const parts = { all: "", department: row.departmentId, category: row.categoryId };
    for (const [dimension, value] of Object.entries({ ...parts, team: row.teamId ?? "" })) {
      const id = `${dimension}:${value}:${row.month}`;
      const key = `${row.kind}.${row.criticality}.${row.standing}`;
      const counts = says[id] ?? {};
      says[id] = { ...counts, [key]: (counts[key] ?? 0) + row.n };
    }
  }
  const filled = (counts: Record<string, number>) =>
    Object.fromEntries(Object.entries(counts).filter(([, n]) => n !== 0));
  const is: Counts = Object.fromEntries(months.map(({ id, counts }) => [id, filled(counts)]));
  for (const id of [...new Set([...Object.keys(is), ...Object.keys(says)])].sort()) {
    const found = difference(is[id] ?? {}, says[id] ?? {});
    if (found) return { id, ...found };
  }
  return null;
}
