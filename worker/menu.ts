import type { Heading, MenuItem, MenuSection } from "#app/shared/menu.ts";
import { access, allowed, type GuardedPath, type Person } from "./access.ts";

type Entry = {
  heading: Heading;
  title: string;
  icon: string;
  path: string;
  badge?: string;
  children?: Omit<Entry, "heading" | "children">[];
};

/** The whole menu of the specification, in its order. An entry shows once its route is in the access table. */
const entries: Entry[] = [
  { heading: "MAIN", title: "Dashboard", path: "/dashboard", icon: "grid" },
  { heading: "MAIN", title: "Due Services", path: "/due-service-calendar", icon: "cal" },
  { heading: "MAIN", title: "Statics Data", path: "/statics", icon: "bars" },
  { heading: "MAIN", title: "Roles", path: "/roles", icon: "shield" },
  { heading: "MAIN", title: "Users", path: "/super-admin/users", icon: "team" },
  { heading: "MAIN", title: "Companies", path: "/companies", icon: "dept" },
  { heading: "MAIN", title: "Request Domains", path: "/request-domains", icon: "list" },
  { heading: "MAIN", title: "Upgrade Requests", path: "/upgrade-requests", icon: "up" },
  { heading: "MAIN", title: "Coupons", path: "/coupons", icon: "tag" },
  { heading: "MAIN", title: "Plans", path: "/plans", icon: "card" },
  { heading: "MAIN", title: "App Sliders", path: "/app-sliders", icon: "cols" },
  { heading: "MAIN", title: "Testimonials", path: "/testimonials", icon: "user" },
  { heading: "MAIN", title: "Help/Faqs", path: "/helps", icon: "life" },
  { heading: "MAIN", title: "Machine Type", path: "/machine-types", icon: "machine" },
  { heading: "MAIN", title: "PM Checklists", path: "/pm-checklists", icon: "list" },
  { heading: "MAIN", title: "Orders", path: "/orders", icon: "card" },
  { heading: "MAIN", title: "Subscription Log", path: "/subscription-log", icon: "list" },
  {
    heading: "Asset Management",
    title: "Assets",
    path: "/assets",
    icon: "asset",
    children: [
      { title: "All Assets", path: "/all-assets", icon: "asset" },
      { title: "Transfer", path: "/asset-transfers", icon: "truck", badge: "transfers" },
      { title: "Gate Passes", path: "/gate-passes", icon: "card", badge: "passes" },
      { title: "Asset Comparison", path: "/asset-comparison", icon: "cols" },
      { title: "Inhouse Calibration", path: "/inhouse-calibrations", icon: "gauge" },
    ],
  },
  { heading: "Asset Management", title: "Categories", path: "/categories", icon: "tag" },
  { heading: "Asset Management", title: "Locations", path: "/departments", icon: "dept" },
  { heading: "Asset Management", title: "Teams", path: "/teams", icon: "team" },
  { heading: "Asset Management", title: "Floor/City/Site", path: "/locations", icon: "pin" },
  { heading: "Asset Management", title: "Vendors", path: "/vendors", icon: "truck" },
  { heading: "Asset Management", title: "Stores", path: "/stores", icon: "store" },
  {
    heading: "Asset Management",
    title: "Stocks",
    path: "/stocks",
    icon: "stock",
    badge: "stock.low",
  },
  {
    heading: "Asset Management",
    title: "Service Call/Complaint",
    path: "/asset-breakdowns",
    icon: "call",
    badge: "calls.open",
  },
  { heading: "Testing and Calibration", title: "Machine DUC", path: "/machines", icon: "machine" },
  { heading: "Testing and Calibration", title: "Calibrator", path: "/calibrations", icon: "gauge" },
  { heading: "Testing and Calibration", title: "Procedures", path: "/procedures", icon: "book" },
  { heading: "Testing and Calibration", title: "Consumers", path: "/consumers", icon: "user" },
  { heading: "Testing and Calibration", title: "Signatures", path: "/signatures", icon: "sign" },
  {
    heading: "Testing and Calibration",
    title: "Certificate Reports",
    path: "/certificate-reports",
    icon: "cert",
  },
  { heading: "SETTING", title: "Activity Logs", path: "/activity-logs", icon: "list" },
  { heading: "SETTING", title: "Activity Logs", path: "/super-admin/activity-logs", icon: "list" },
  { heading: "SETTING", title: "Login Activity", path: "/super-admin/login-logs", icon: "user" },
  { heading: "SETTING", title: "Contact Query", path: "/super-admin/contact-query", icon: "call" },
  { heading: "SETTING", title: "Subscription", path: "/subscription", icon: "card" },
  { heading: "SETTING", title: "Support Ticket", path: "/supports", icon: "life" },
  { heading: "SETTING", title: "Support Ticket", path: "/admin/supports", icon: "life" },
  { heading: "SETTING", title: "Settings", path: "/settings", icon: "gear" },
  { heading: "SETTING", title: "Settings", path: "/super-admin/settings", icon: "gear" },
  { heading: "SETTING", title: "Users", path: "/users", icon: "team" },
];

/** The counters that menu entries show as their badge. */
export const badges = entries
  .flatMap(({ badge, children = [] }) => [badge, ...children.map((child) => child.badge)])
  .filter((name) => name !== undefined);

const headings: Heading[] = ["MAIN", "Asset Management", "Testing and Calibration", "SETTING"];

const headed = (heading: Heading, person: Person) =>
  heading === "MAIN" ||
  heading === "SETTING" ||
  (person.type !== "Super Admin" &&
    person.serviceType !== (heading === "Asset Management" ? 1 : 0));

/**
 * The menu one person sees.
 * @param counts badge counts by name; zero and unknown show nothing
 */
export function menuFor(
  person: Person,
  hidden: readonly string[] = [],
  counts: Record<string, number> = {},
): MenuSection[] {
  const visible = ({ path }: { path: string }) =>
    path in access && !hidden.includes(path) && allowed(access[path as GuardedPath], person);
  const item = ({ title, path, icon, badge }: Omit<Entry, "heading" | "children">): MenuItem => {
    const count = badge ? counts[badge] : 0;
    return { title, path, type: "link", icon, ...(count ? { badge: count } : {}) };
  };
  const items = (heading: Heading) =>
    entries
      .filter((entry) => entry.heading === heading)
      .flatMap((entry): MenuItem[] => {
        if (!entry.children) return visible(entry) ? [item(entry)] : [];
        const children = entry.children.filter(visible).map(item);
        return children.length
          ? [{ title: entry.title, path: entry.path, type: "sub", icon: entry.icon, children }]
          : [];
      });
  return headings
    .filter((heading) => headed(heading, person))
    .map((heading) => ({ heading, items: items(heading) }))
    .filter((section) => section.items.length > 0);
}
