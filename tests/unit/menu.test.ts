import fc from "fast-check";
import { expect, test } from "vitest";
import { iconNames } from "#app/shared/icon-names.ts";
import { type MenuItem, packedMenu, unpackedMenu } from "#app/shared/menu.ts";
import { activeLeaf } from "#app/ui/shell/menu-path.ts";
import type { Person } from "#worker/access.ts";
import { menuFor } from "#worker/menu.ts";
import { type Rule, screens } from "#worker/screens.ts";

const entry = {
  title: fc.stringMatching(/^[A-Z][A-Za-z /-]{0,20}$/),
  path: fc.webPath().map((path) => `/${path.replace(/[|~]/g, "")}`),
  icon: fc.constantFrom(...iconNames),
  badge: fc.integer({ min: 1 }),
  near: fc.constantFrom("/asset", "/vendor /contract"),
};
const needed = ["title", "path", "icon"] as const;
const requiredKeys = [...needed, "children"] as (keyof typeof entry | "children")[];
const link = fc.record({ ...entry, children: fc.constant([] as MenuItem[]) }, { requiredKeys });
const group = fc.record({ ...entry, children: fc.array(link, { minLength: 1 }) }, { requiredKeys });
const section = fc.record({
  heading: fc.constantFrom("MAIN" as const, "Asset Management" as const, "SETTING" as const),
  items: fc.array(fc.oneof(link, group), { minLength: 1 }),
});

test("a menu comes out as it was packed: headings, groups, badges", () => {
  fc.assert(
    fc.property(fc.array(section, { minLength: 1 }), (menu) => {
      expect(unpackedMenu(packedMenu(menu))).toEqual(menu);
    }),
  );
});

/** Screens that are nobody's entry: of the person, or of the whole company. */
const ownScreens = /^\/(profile|notifications|imports|media|indexpage|session)\b/;
const pages = Object.entries<Rule & { file: string }>(screens).filter(
  ([path, { file }]) => file.endsWith(".tsx") && !ownScreens.test(path),
);
const everything = (type: "Admin" | "Super Admin"): Person => ({
  type,
  serviceType: type === "Admin" ? 2 : null,
  may: () => true,
});

test.each(pages)("%s marks the menu entry it belongs to", (path, { types }) => {
  const person = everything(types.includes("Admin") ? "Admin" : "Super Admin");
  const entry = activeLeaf(menuFor(person), path.replace(/:\w+/g, "01KABC"))?.item.path;
  expect(entry).toBeDefined();
});

test.each([
  ["/recalls/", "/asset-breakdowns"],
  ["/recall/1", "/asset-breakdowns"],
  ["/contract/renew/1", "/vendors"],
  ["/asset-comparison/compare", "/asset-comparison"],
  ["/asset-transfer/edit/1", "/asset-transfers"],
  ["/gate", "/gate-passes"],
  ["/gate/1", "/gate-passes"],
  ["/asset/detail/1", "/all-assets"],
])("%s belongs to %s", (path, entry) => {
  expect(activeLeaf(menuFor(everything("Admin")), path)?.item.path).toBe(entry);
});
