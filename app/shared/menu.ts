import type { Ending } from "./company-standing.ts";
import type { IconName } from "./icon-names.ts";

/** Wire names of the three kinds of person. */
export type UserType = "Super Admin" | "Admin" | "User";

/** What the browser gets of the menu: only what this person may see. */
export type MenuItem = {
  title: string;
  path: string;
  icon: IconName;
  /** A real count; absent when there is nothing to tell. */
  badge?: number | undefined;
  /** Other addresses that belong to it, with a space between them. */
  near?: string | undefined;
  /** Those of a group, which leads nowhere by itself. */
  children?: MenuItem[];
};
export type Heading = "MAIN" | "Asset Management" | "Testing and Calibration" | "SETTING";
export type MenuSection = { heading: Heading; items: MenuItem[] };

/** What the signed-in shell shows of the person and the company. */
export type ShellData = {
  user: { name: string; type: UserType; avatar: string | null };
  company: { name: string } | null;
  baseUrl: string;
  /** Whether scanning a label finds anything for this person. */
  scans: boolean;
  /** As packedMenu writes it. */
  menu: string;
  /** What the platform calls itself. */
  brandName: string;
  /** What the platform says of its maintenance, until an instant; null while it says nothing. */
  maintenance: { text: string; until: number } | null;
  /** How the company's trial or subscription comes to its end; null where there is nothing to say. */
  ending: Ending | null;
  /** The member of the platform's staff who is here, until an instant; null for the company's people. */
  inside: { name: string; reason: string; until: number; isWrite: boolean } | null;
  /** Sample data is among the company's records: whether this person may remove it; null where there is none. */
  samples: { mayRemove: boolean } | null;
  /** Notices not yet read; null for staff, who get none. */
  unread: number | null;
};

/**
 * The menu as every page sends it: as objects it would weigh twice as much. A line is a heading, or an entry as title, path, icon,
 * badge and what is near; an entry of a group begins with the mark, and follows its group.
 */
export function packedMenu(menu: readonly MenuSection[]): string {
  const lines = (items: readonly MenuItem[], mark: string): string[] =>
    items.flatMap(({ title, path, icon, badge = "", near = "", children = [] }) => [
      mark + [title, path, icon, badge, near].join("|").replace(/\|+$/, ""),
      ...lines(children, "|"),
    ]);
  return menu.flatMap(({ heading, items }) => [heading, ...lines(items, "")]).join("~");
}

/** The menu that was packed. */
export function unpackedMenu(text: string): MenuSection[] {
  const menu: MenuSection[] = [];
  for (const line of text.split("~")) {
    const cells = line.split("|");
    const isInGroup = cells[0] === "";
    const [title = "", path, icon, badge, near] = isInGroup ? cells.slice(1) : cells;
    if (path === undefined) menu.push({ heading: title as Heading, items: [] });
    else {
      const item = {
        title,
        path,
        icon: icon as IconName,
        badge: Number(badge) || undefined,
        near,
        children: [],
      };
      const items = menu.at(-1)?.items;
      (isInGroup ? items?.at(-1)?.children : items)?.push(item);
    }
  }
  return menu;
}
