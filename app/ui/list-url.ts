/** Address of the same list with some parameters changed; null and "" remove one. Any change but paging starts at the first page. */
export function listUrl(
  at: { pathname: string; search: string },
  changes: Record<string, string | null>,
): string {
  const params = new URLSearchParams(at.search);
  params.delete("after");
  params.delete("before");
  for (const [key, value] of Object.entries(changes)) {
    if (value) params.set(key, value);
    else params.delete(key);
  }
  // Empty parameters come from the form as it is posted without scripts.
  for (const [key, value] of [...params]) if (value === "") params.delete(key);
  const search = params.toString();
  return search ? `${at.pathname}?${search}` : at.pathname;
}

/** The row an address points to, as a scanned label does. */
export const pointedBy = (search: string): string | undefined =>
  new URLSearchParams(search).get("line") ?? undefined;

/** The list's search, filters and sort behind another address, and the columns that are wanted; null wants all there are. */
export function withSearch(
  href: string,
  search: string,
  columns: readonly string[] | null,
): string {
  const more = listUrl({ pathname: "", search }, { cols: columns?.join(".") ?? null });
  return href + (href.includes("?") ? more.replace("?", "&") : more);
}

/** Parameters of the list's address, without paging and those named, for the hidden fields of a GET form. */
export function otherParams(search: string, without: string[]): [string, string][] {
  return [...new URLSearchParams(search)].filter(
    ([key, value]) => value && key !== "after" && key !== "before" && !without.includes(key),
  );
}
