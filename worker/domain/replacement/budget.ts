import { sql } from "drizzle-orm";
import { fiscalYears, risen } from "#app/shared/replacement.ts";
import { assets, categories, departments, replacementScores } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { firstMonthOf } from "../entity/numbers.ts";
import { askerOf } from "../lists/documents.ts";
import { beginExport } from "../lists/exports.ts";
import { settingOf } from "../settings/vocabulary.ts";

const YEARS = 5;
/** So many devices due within the years are looked at; more are said. */
const MOST = 5_000;
export const groupings = ["category", "location"] as const;
type Grouping = (typeof groupings)[number];

export const groupingIn = (params: URLSearchParams): Grouping =>
  params.get("by") === "location" ? "location" : "category";

type Due = { name: string; year: number; count: number; priceMinor: number; unpriced: number };

/** Devices that are due, by group and fiscal year, as a statement of a read. */
function dueBy(db: ReadingDb, by: Grouping, years: readonly { from: string; to: string }[]) {
  const group =
    by === "category"
      ? sql`(select ${categories.name} from ${categories} where ${pointsTo(assets.categoryId, categories)})`
      : sql`(select ${departments.name} from ${departments} where ${pointsTo(assets.departmentId, departments)})`;
  const year = sql.join(
    years.slice(1).map(({ from }) => sql`(${replacementScores.replaceOn} >= ${from})`),
    sql` + `,
  );
  const rows = sql`select ${group} as "name", ${year} as "year", ${replacementScores.priceMinor} as "price"
    from ${replacementScores} join ${assets} on ${pointsTo(replacementScores.assetId, assets)}
    where ${db.ofOwner(replacementScores, sql`${replacementScores.replaceOn} is not null and ${replacementScores.replaceOn} <= ${years.at(-1)!.to}`)}
    order by ${replacementScores.replaceOn} limit ${sql.raw(String(MOST + 1))}`;
  return db
    .select({
      name: sql<string>`"name"`.as("name"),
      year: sql<number>`"year"`.as("year"),
      count: sql<number>`count(*)`.as("count"),
      priceMinor: sql<number>`coalesce(sum("price"), 0)`.as("price_minor"),
      unpriced: sql<number>`sum("price" is null)`.as("unpriced"),
    })
    .from(sql`(${rows}) as "due"`)
    .groupBy(sql`1`, sql`2`)
    .orderBy(sql`1`, sql`2`);
}

/** A line of the budget: a group, what each year needs in minor units, and devices without a price. */
export type BudgetLine = { name: string; years: number[]; count: number; unpriced: number };

/** What devices that are due cost in each year, at their prices with what prices rise by. */
export function budgetOf(due: readonly Due[], inflationBp: number): BudgetLine[] {
  const lines = new Map<string, BudgetLine>();
  for (const { name, year, count, priceMinor, unpriced } of due) {
    const line = lines.get(name) ?? {
      ...{ name, years: Array.from({ length: YEARS }, () => 0), count: 0, unpriced: 0 },
    };
    line.years[year] = (line.years[year] ?? 0) + risen(priceMinor, inflationBp, year);
    line.count += count;
    line.unpriced += unpriced;
    lines.set(name, line);
  }
  return [...lines.values()];
}

async function read(session: Session, db: ReadingDb, by: Grouping, today: string) {
  const years = fiscalYears(today, firstMonthOf(session.company), YEARS);
  const inflationBp = settingOf(session.company, "replacement_inflation_bp");
  const [due] = await db.read(dueBy(db, by, years));
  const lines = budgetOf(due as unknown as Due[], inflationBp);
  const total = lines.reduce(
    (sum, line) => ({
      years: sum.years.map((minor, at) => minor + line.years[at]!),
      count: sum.count + line.count,
      unpriced: sum.unpriced + line.unpriced,
    }),
    { years: Array.from({ length: YEARS }, () => 0), count: 0, unpriced: 0 },
  );
  return { years: years.map(({ name }) => name), lines, total, inflationBp };
}

/** What is to be spent on replacement in the five fiscal years from this one. One round trip. @throws Response 403 */
export async function budgetPage(session: Session, params: URLSearchParams) {
  const { db, today } = askerOf(session, { permission: "view-asset" });
  const by = groupingIn(params);
  const found = await read(session, db, by, today);
  return {
    ...found,
    by,
    isCut: found.total.count > MOST,
    most: MOST,
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
  const { years, lines, total } = await read(session, db, by, today);
  const cells = ({ name, ...line }: BudgetLine) => [
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
    head: [head, "Assets", ...years, "Without a price"],
    pages: pages(),
  };
}
