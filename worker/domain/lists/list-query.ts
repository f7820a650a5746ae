import type { ListQuery } from "#app/shared/list.ts";

const SIZES = [25, 50, 100];
const LONGEST_SEARCH = 200;

/** The entry of a word; undefined for a word that is not in the table, `__proto__` among them. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, word = ""): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** The page of a list that its URL asks for. */
export const placeIn = (params: URLSearchParams) => ({
  after: params.get("after"),
  before: params.get("before"),
});

/** Reads a list's state from its URL; what is not allowed falls back to the default. */
export function askedOf(
  params: URLSearchParams,
  sorts: readonly string[],
  filters: readonly string[],
  firstDir: "asc" | "desc" = "asc",
): ListQuery {
  const size = Number(params.get("size"));
  const sort = params.get("sort");
  const dir = params.get("dir");
  return {
    q: (params.get("q") ?? "").trim().slice(0, LONGEST_SEARCH),
    sort: sort && sorts.includes(sort) ? sort : sorts[0]!,
    dir: dir === "asc" || dir === "desc" ? dir : firstDir,
    size: SIZES.includes(size) ? size : 25,
    filters: Object.fromEntries(
      filters.flatMap((key) => (params.get(key) ? [[key, params.get(key)!.slice(0, 100)]] : [])),
    ),
  };
}
