import type { MenuItem, MenuSection } from "#app/shared/menu.ts";

/** Other addresses that belong to a menu entry: "/thing/" -> "/things". */
export type Aliases = Record<string, string>;

const bare = (path: string) => path.replace(/\/+$/, "") || "/";
const under = (path: string, prefix: string) =>
  path === bare(prefix) || path.startsWith(`${bare(prefix)}/`);

export type Leaf = { item: MenuItem; trail: string[] };

/** Every link of the menu with the titles of the groups above it. */
export function leaves(menu: MenuSection[]): Leaf[] {
  const walk = (items: MenuItem[], trail: string[]): Leaf[] =>
    items.flatMap((item) =>
      item.children?.length ? walk(item.children, [...trail, item.title]) : [{ item, trail }],
    );
  return menu.flatMap((section) => walk(section.items, []));
}

/** The entry a page belongs to: its own path, else an alias, else the longest path above it. */
export function activeLeaf(
  menu: MenuSection[],
  pathname: string,
  aliases: Aliases = {},
): Leaf | null {
  const path = bare(pathname);
  const all = leaves(menu);
  const longest = <T>(from: T[], prefix: (one: T) => string) =>
    from
      .filter((entry) => under(path, prefix(entry)))
      .sort((a, b) => prefix(b).length - prefix(a).length)[0];
  const exact = all.find((leaf) => bare(leaf.item.path) === path);
  if (exact) return exact;
  const alias = longest(Object.keys(aliases), (prefix) => prefix);
  const meant =
    alias === undefined
      ? undefined
      : all.find((leaf) => bare(leaf.item.path) === bare(aliases[alias] ?? ""));
  return meant ?? longest(all, (leaf) => leaf.item.path) ?? null;
}

/** Links of the menu carry a trailing slash. */
export const hrefOf = (item: MenuItem) => `${bare(item.path)}/`;
