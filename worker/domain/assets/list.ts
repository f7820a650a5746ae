import { and, eq } from "drizzle-orm";
import { assets, categories, departments } from "#drizzle/tenant/index.ts";
import { conditions } from "#drizzle/words.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { Session } from "../../session.ts";
import { counted } from "../counters.ts";
import type { Choice, ListQuery, ListResult } from "../list.ts";
import { askedOf } from "../list-query.ts";
import { type AssetRow, assetColumns, filtered } from "./columns.ts";
import { counterOf } from "./effects.ts";
import { assetSearch } from "./search-list.ts";

/** A list with the choices its filters name, so that the chips can say them. */
export type AssetList = ListResult<AssetRow> & { chosen: { category: Choice | null; department: Choice | null } };

const filterNames = ["category", "department", "condition", "failed"];
const sorts = { code: assets.assetCode, name: assets.name, newest: assets.id };
type Sort = keyof typeof sorts;
const sortValue = { code: (row: AssetRow) => row.assetCode, name: (row: AssetRow) => row.name, newest: (row: AssetRow) => row.id };

/** Filters whose indexes end with the code only. */
const byCodeOnly = ({ failed, condition, category, department }: Record<string, string>) =>
  failed || (condition && (category || department));

/** What a list asks for. */
export function askedAssets(params: URLSearchParams): ListQuery & { sort: Sort } {
  const query = askedOf(params, Object.keys(sorts), filterNames, params.get("sort") === "newest" ? "desc" : "asc");
  const { condition, failed, ...filters } = query.filters;
  if (condition && (conditions as readonly string[]).includes(condition)) filters.condition = condition;
  if (failed === "1") filters.failed = "1";
  return { ...query, sort: byCodeOnly(filters) && !query.q ? "code" : (query.sort as Sort), filters };
}

/** The counter that knows how many match; null when only counting would tell. */
function counterFor({ filters, q }: ListQuery): string | null {
  const set = Object.keys(filters);
  if (q || set.length > 1 || filters.failed) return null;
  if (filters.category) return counterOf.category(filters.category);
  if (filters.department) return counterOf.department(filters.department);
  return filters.condition ? counterOf.condition(filters.condition) : counterOf.total;
}

const chosenQueries = (db: ReadingDb, { filters }: ListQuery) =>
  [
    db
      .select({ value: categories.id, label: categories.name })
      .from(categories)
      .where(db.mine(categories, eq(categories.id, filters.category ?? ""))),
    db
      .select({ value: departments.id, label: departments.name })
      .from(departments)
      .where(db.mine(departments, eq(departments.id, filters.department ?? ""))),
  ] as const;

/** One page of the devices; see performance.md for what it may read. */
export async function listAssets(session: Session, params: URLSearchParams): Promise<AssetList> {
  const db = session.authorize("view-asset");
  const query = askedAssets(params);
  if (query.q) {
    const search = assetSearch(db, query, params);
    const [rows, category, department] = await db.read(search.statement as Statement, ...chosenQueries(db, query));
    const { sort = query.sort, ...found } = search.page(rows as unknown[]);
    return { ...found, query: { ...query, sort }, chosen: { category: category[0] ?? null, department: department[0] ?? null } };
  }
  const slice = keyset(
    sorts[query.sort],
    assets.id,
    query,
    { after: params.get("after"), before: params.get("before") },
    query.sort !== "name",
  );
  const counter = counterFor(query);
  const [found, counters, category, department] = await db.read(
    db
      .select(assetColumns)
      .from(assets)
      .where(db.mine(assets, and(filtered(query), slice.where)))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    counted(db, counter ?? ""),
    ...chosenQueries(db, query),
  );
  const total = counter ? (counters[0]?.value ?? 0) : null;
  return {
    ...slice.page(found, sortValue[query.sort], total),
    query,
    chosen: { category: category[0] ?? null, department: department[0] ?? null },
  };
}
