/** Wire names of the three kinds of person. */
export type UserType = "Super Admin" | "Admin" | "User";

/** What the browser gets of the menu: only what this person may see. */
export type MenuItem = {
  title: string;
  path: string;
  type: "link" | "sub";
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
  menu: MenuSection[];
  /** Notices not yet read; null for staff, who get none. */
  unread: number | null;
};
