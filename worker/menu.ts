import type { Heading, MenuItem, MenuSection } from "#app/shared/menu.ts";
import { allowed, type Person } from "./access.ts";
import { type Entry, entries } from "./menu-entries.ts";
import { type Rule, screens } from "./screens.ts";

const rules: Readonly<Record<string, Rule>> = screens;
/** The counters of a company that menu entries show as their badge; those of the platform are counted by themselves. */
export const badges = entries
  .flatMap(({ children = [], ...entry }) => [entry, ...children])
  .filter(({ path }) => rules[path]?.types.includes("Admin"))
  .flatMap(({ badge }) => badge ?? []);

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
export function menuFor(person: Person, counts: Record<string, number> = {}): MenuSection[] {
  const visible = ({ path }: { path: string }) => {
    const rule = rules[path];
    return rule !== undefined && allowed(rule, person);
  };
  const item = ({ badge, ...entry }: Omit<Entry, "heading" | "children">): MenuItem => {
    const count = badge ? counts[badge] : 0;
    const { title, path, icon, near } = entry;
    return { title, path, icon, ...(near ? { near } : {}), ...(count ? { badge: count } : {}) };
  };
  const items = (heading: Heading) =>
    entries
      .filter((entry) => entry.heading === heading)
      .flatMap((entry): MenuItem[] => {
        if (!entry.children) return visible(entry) ? [item(entry)] : [];
        const children = entry.children.filter(visible).map(item);
        return children.length
          ? [{ title: entry.title, path: entry.path, icon: entry.icon, children }]
          : [];
      });
  return headings
    .filter((heading) => headed(heading, person))
    .map((heading) => ({ heading, items: items(heading) }))
    .filter((section) => section.items.length > 0);
}
