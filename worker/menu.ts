import type { Heading, MenuItem, MenuSection } from "#app/shared/menu.ts";
import { access, allowed, type GuardedPath, type Person } from "./access.ts";

type Page = { title: string; icon: string; path: string; badge?: string };
type Entry = Page & { children?: Page[] };

/** The whole menu of the specification, in its order. An entry shows once its route is in the access table. */
const menu: Record<Heading, Entry[]> = {
  MAIN: [
    { title: "Dashboard", path: "/dashboard", icon: "grid" },
    { title: "Due Services", path: "/due-service-calendar", icon: "cal" },
    { title: "Statics Data", path: "/statics", icon: "bars" },
    { title: "Roles", path: "/roles", icon: "shield" },
    { title: "Users", path: "/super-admin/users", icon: "team" },
    { title: "Companies", path: "/companies", icon: "dept" },
    { title: "Request Domains", path: "/request-domains", icon: "list" },
    { title: "Upgrade Requests", path: "/upgrade-requests", icon: "up" },
    { title: "Coupons", path: "/coupons", icon: "tag" },
    { title: "Plans", path: "/plans", icon: "card" },
    { title: "App Sliders", path: "/app-sliders", icon: "cols" },
    { title: "Testimonials", path: "/testimonials", icon: "user" },
    { title: "Help/Faqs", path: "/helps", icon: "life" },
    { title: "Machine Type", path: "/machine-types", icon: "machine" },
    { title: "PM Checklists", path: "/pm-checklists", icon: "list" },
    { title: "Orders", path: "/orders", icon: "card" },
    { title: "Subscription Log", path: "/subscription-log", icon: "list" },
  ],
  "Asset Management": [
    {
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
    { title: "Categories", path: "/categories", icon: "tag" },
    { title: "Locations", path: "/departments", icon: "dept" },
    { title: "Teams", path: "/teams", icon: "team" },
    { title: "Floor/City/Site", path: "/locations", icon: "pin" },
    { title: "Vendors", path: "/vendors", icon: "truck" },
    { title: "Stores", path: "/stores", icon: "store" },
    { title: "Stocks", path: "/stocks", icon: "stock", badge: "stock.low" },
    {
      title: "Service Call/Complaint",
      path: "/asset-breakdowns",
      icon: "call",
      badge: "calls.open",
    },
  ],
  "Testing and Calibration": [
    { title: "Machine DUC", path: "/machines", icon: "machine" },
    { title: "Calibrator", path: "/calibrations", icon: "gauge" },
    { title: "Procedures", path: "/procedures", icon: "book" },
    { title: "Consumers", path: "/consumers", icon: "user" },
    { title: "Signatures", path: "/signatures", icon: "sign" },
    { title: "Certificate Reports", path: "/certificate-reports", icon: "cert" },
  ],
  SETTING: [
    { title: "Activity Logs", path: "/activity-logs", icon: "list" },
    { title: "Activity Logs", path: "/super-admin/activity-logs", icon: "list" },
    { title: "Login Activity", path: "/super-admin/login-logs", icon: "user" },
    { title: "Contact Query", path: "/super-admin/contact-query", icon: "call" },
    { title: "Subscription", path: "/subscription", icon: "card" },
    { title: "Support Ticket", path: "/supports", icon: "life" },
    { title: "Support Ticket", path: "/admin/supports", icon: "life" },
    { title: "Settings", path: "/settings", icon: "gear" },
    { title: "Settings", path: "/super-admin/settings", icon: "gear" },
    { title: "Users", path: "/users", icon: "team" },
  ],
};

/** The counters that menu entries show as their badge. */
export const badges = Object.values(menu)
  .flat()
  .flatMap(({ badge, children = [] }) => [badge, ...children.map((child) => child.badge)])
  .filter((name) => name !== undefined);

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
  const item = ({ title, path, icon, badge }: Page): MenuItem => {
    const count = badge ? counts[badge] : 0;
    return { title, path, type: "link", icon, ...(count ? { badge: count } : {}) };
  };
  const items = (entries: Entry[]) =>
    entries.flatMap((entry): MenuItem[] => {
      if (!entry.children) return visible(entry) ? [item(entry)] : [];
      const children = entry.children.filter(visible).map(item);
      return children.length
        ? [{ title: entry.title, path: entry.path, type: "sub", icon: entry.icon, children }]
        : [];
    });
  return (Object.keys(menu) as Heading[])
    .filter((heading) => headed(heading, person))
    .map((heading) => ({ heading, items: items(menu[heading]) }))
    .filter((section) => section.items.length > 0);
}
