import { type PackedRows, packedRows, unpackedRows } from "./packed-rows.ts";

/** Wire names of the three kinds of person. */
export type UserType = "Super Admin" | "Admin" | "User";

/** What the browser gets of the menu: only what this person may see. */
export type MenuItem = {
  title: string;
  path: string;
  icon: string;
  /** A real count; absent when there is nothing to tell. */
  badge?: number;
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
  menu: PackedRows;
  /** Notices not yet read; null for staff, who get none. */
  unread: number | null;
};

/** A line of the packed menu: the first of a section has its heading. */
type Line = {
  heading: Heading | null;
  isChild: true | null;
  title: string;
  path: string;
  icon: string;
  badge: number | null;
};
const fields = ["heading", "isChild", "title", "path", "icon", "badge"] satisfies (keyof Line)[];

/** The menu as every page sends it: the sidebar's markup tells most of it already. */
export function packedMenu(menu: readonly MenuSection[]): PackedRows {
  const lines = menu.flatMap(({ heading, items }) =>
    items
      .flatMap((item) => [
        item,
        ...(item.children ?? []).map((child) => ({ ...child, isChild: true })),
      ])
      .map((line, at) => ({ ...line, heading: at === 0 ? heading : null })),
  );
  return packedRows(lines, fields);
}

/** The menu that was packed. */
export function unpackedMenu(menu: PackedRows): MenuSection[] {
  const sections: MenuSection[] = [];
  for (const { heading, isChild, badge, ...named } of unpackedRows<Line>(menu)) {
    if (heading) sections.push({ heading, items: [] });
    const items = sections.at(-1)?.items ?? [];
    const item: MenuItem = badge === null ? named : { ...named, badge };
    const group = items.at(-1);
    if (isChild && group) group.children = [...(group.children ?? []), item];
    else items.push(item);
  }
  return sections;
}
