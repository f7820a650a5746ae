import type { MenuItem, MenuSection } from "#app/shared/menu.ts";

export type Leaf = { item: MenuItem; trail: string[] };

/** Every link of the menu with the titles of the groups above it. */
export function leaves(menu: MenuSection[]): Leaf[] {
  const walk = (items: MenuItem[], trail: string[]): Leaf[] =>
    items.flatMap((item) =>
      item.children?.length ? walk(item.children, [...trail, item.title]) : [{ item, trail }],
    );
  return menu.flatMap((section) => walk(section.items, []));
}

/** The entry a page belongs to: the one whose own or near address is the longest above the page's, which is the greatest of those. */
export function activeLeaf(menu: MenuSection[], pathname: string): Leaf | null {
  let best: Leaf | null = null;
  let longest = "";
  for (const leaf of leaves(menu))
    for (const prefix of `${leaf.item.path} ${leaf.item.near ?? ""}`.split(" "))
      if (prefix > longest && `${pathname}/`.startsWith(`${prefix}/`)) {
        best = leaf;
        longest = prefix;
      }
  return best;
}

/** Links of the menu carry a trailing slash. */
export const hrefOf = (item: MenuItem) => `${item.path}/`;
