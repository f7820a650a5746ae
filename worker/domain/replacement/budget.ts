import { sql } from "drizzle-orm";
import { assets, categories, departments, replacementScores } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { askerOf } from "../lists/documents.ts";
import { beginExport } from "../lists/exports.ts";
import { named } from "../reports/declaration.ts";
import { amountOf, type Budget, budgetIn, YEARS, yearOf } from "./budget-years.ts";

/** So many devices due within the years are looked at; more are said. */
const MOST = 5_000;
export const groupings = ["category", "location"] as const;
type Grouping = (typeof groupings)[number];

export const groupingIn = (params: URLSearchParams): Grouping =>
  params.get("by") === "location" ? "location" : "category";

type Due = {
  id: string;
  name: string;
  year: number;
  count: number;
  minor: number;
  unpriced: number;
};

/** Devices that are due, by group and fiscal year, as a statement of a read. */
function dueBy(db: ReadingDb, by: Grouping, budget: Budget) {
  const [id, name] =
    by === "category"
      ? [assets.categoryId, named(categories.name, assets.categoryId)]
      : [assets.departmentId, named(departments.name, assets.departmentId)];
  const { replaceOn, priceMinor, assetId } = replacementScores;
  const last = budget.years.at(-1)!.to;
  const rows = sql`select ${id} as "group_id", ${name} as "name", ${yearOf(budget)} as "year", ${priceMinor} as "price", ${amountOf(budget)} as "minor"
    from ${replacementScores} join ${assets} on ${pointsTo(assetId, assets)}
    where ${db.ofOwner(replacementScores, sql`${replaceOn} is not null and ${replaceOn} <= ${last}`)}
    order by ${replaceOn} limit ${sql.raw(String(MOST + 1))}`;
  return db
    .select({
      id: sql<string>`"group_id"`.as("group_id"),
      name: sql<string>`"name"`.as("name"),
      year: sql<number>`"year"`.as("year"),
      count: sql<number>`count(*)`.as("count"),
      minor: sql<number>`coalesce(sum("minor"), 0)`.as("minor"),
      unpriced: sql<number>`sum("price" is null)`.as("unpriced"),
    })
    .from(sql`(${rows}) as "due"`)
    .groupBy(sql`1`, sql`3`)
    .orderBy(sql`2`, sql`1`, sql`3`);
}

/** A line of the budget: a group, what each year needs in minor units, and devices without a price. */
export type BudgetLine = {
  id: string;
  name: string;
  years: number[];
  count: number;
  unpriced: number;
};
const none = () => ({ years: Array.from({ length: YEARS }, () => 0), count: 0, unpriced: 0 });

/** What devices that are due cost in each year, a line for each group. */
export function linesOf(due: readonly Due[]): BudgetLine[] {
  const lines = new Map<string, BudgetLine>();
  for (const { id, name, year, count, minor, unpriced } of due) {
    const line = lines.get(id) ?? { id, name, ...none() };
    line.years[year] = (line.years[year] ?? 0) + minor;
    line.count += count;
    line.unpriced += unpriced;
    lines.set(id, line);
  }
  return [...lines.values()];
}

async function read(session: Session, db: ReadingDb, by: Grouping, today: string) {
  const budget = budgetIn(session, today);
  const [due] = await db.read(dueBy(db, by, budget));
  const lines = linesOf(due as unknown as Due[]);
  const total = lines.reduce(
    (sum, line) => ({
      years: sum.years.map((minor, at) => minor + line.years[at]!),
      count: sum.count + line.count,
      unpriced: sum.unpriced + line.unpriced,
    }),
    none(),
  );
  return { budget, lines, total };
}

/** The lists of devices that the numbers of a line add up. */
function rowsOf({ years }: Budget, of: Record<string, string>) {
  const to = (more: Record<string, string>) =>
    `/replacement?${new URLSearchParams({ tab: "all", ...of, ...more })}`;
  const until = years.at(-1)!.to;
  return {
    count: to({ to: until }),
    unpriced: to({ to: until, unpriced: "yes" }),
    // What was due before this year is in its budget.
    years: years.map(({ from, to: end }, at) => to(at ? { from, to: end } : { to: end })),
  };
}

/** What is to be spent on replacement in the five fiscal years from this one, each number with its rows. One round trip. @throws Response 403 */
export async function budgetPage(session: Session, params: URLSearchParams) {
  const { db, today } = askerOf(session, { permission: "view-asset" });
  const by = groupingIn(params);
  const { budget, lines, total } = await read(session, db, by, today);
  const isCut = total.count > MOST;
  const rows = (of: Record<string, string>) => (isCut ? null : rowsOf(budget, of));
  const filter = by === "category" ? "category" : "department";
  return {
    years: budget.years.map(({ name }) => name),
    lines: lines.map((line) => ({ ...line, rows: rows({ [filter]: line.id }) })),
    total: { ...total, rows: rows({}) },
    ...{ by, isCut, most: MOST, inflationBp: budget.inflationBp },
    may: { export: session.can("export-asset") },
  };
}

/** The same as a file. @throws Response 403, 429 */
export async function exportBudget(
  session: Session,
  params: URLSearchParams,
): Promise<Export<string | number | { minor: number }>> {
  const by = groupingIn(params);
  const db = await beginExport(session, "export-asset", "Replacement budget");
  const { today } = askerOf(session, { permission: "view-asset" });
  const { budget, lines, total } = await read(session, db, by, today);
  const cells = ({ name, ...line }: Omit<BudgetLine, "id">) => [
    name,
    line.count,
    ...line.years.map((minor) => ({ minor })),
    line.unpriced,
  ];
  const pages = async function* () {
    yield [...lines.map(cells), cells({ name: "Total", ...total })];
  };
  const head = by === "category" ? "Category" : "Location";
  return {
    name: "replacement-budget",
    head: [head, "Assets", ...budget.years.map((year) => year.name), "Without a price"],
    pages: pages(),
  };
}
