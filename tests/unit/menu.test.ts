import fc from "fast-check";
import { expect, test } from "vitest";
import { iconNames } from "#app/shared/icon-names.ts";
import { packedMenu, unpackedMenu } from "#app/shared/menu.ts";

const entry = {
  title: fc.stringMatching(/^[A-Z][A-Za-z /-]{0,20}$/),
  path: fc.webPath().map((path) => `/${path.replace(/[|~]/g, "")}`),
  icon: fc.constantFrom(...iconNames),
  badge: fc.integer({ min: 1 }),
};
const needed = ["title", "path", "icon"] as const;
const link = fc.record(entry, { requiredKeys: [...needed] });
const group = fc.record(
  { ...entry, children: fc.array(link, { minLength: 1 }) },
  { requiredKeys: [...needed, "children"] },
);
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
