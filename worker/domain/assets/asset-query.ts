import { dayIn } from "#app/shared/company-time.ts";
import type { ListQuery } from "#app/shared/list.ts";
import type { Session } from "../../session.ts";
import { askedOf } from "../lists/list-query.ts";
import { type Sort, sorts } from "./columns.ts";
import { filterNames, type Kept, keptBy } from "./filters.ts";

/** What a list of devices asks for. */
export type AssetQuery = ListQuery & {
  sort: Sort;
  /** The address asks for an order. */
  isSorted: boolean;
  /** What each of the filters keeps. */
  kept: Record<string, Kept>;
  /** The company's day. */
  today: string;
};

/** Reads what a list of devices asks for from its address. */
export function assetQueryOf(
  params: URLSearchParams,
  { id: companyId, timeZone }: Session["company"],
): AssetQuery {
  const isNewest = params.get("sort") === "newest";
  const query = askedOf(params, Object.keys(sorts), filterNames, isNewest ? "desc" : "asc");
  const at = { companyId, today: dayIn(timeZone) };
  const asked = keptBy(query.filters, at);
  const isAsked = params.get("sort") === query.sort;
  const sort = query.sort as Sort;
  // An order by a date shows the devices that have one.
  const isDated = !query.q && !Object.keys(asked).length && (sort === "pm" || sort === "cal");
  const filters = isDated
    ? { [sort]: "planned" }
    : Object.fromEntries(Object.keys(asked).map((name) => [name, query.filters[name]!]));
  const kept = isDated ? keptBy(filters, at) : asked;
  return { ...query, sort, isSorted: isAsked, filters, kept, today: at.today };
}
