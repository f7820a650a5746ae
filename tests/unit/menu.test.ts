import { expect, test } from "vitest";
import { type MenuSection, packedMenu, unpackedMenu } from "#app/shared/menu.ts";

const link = (title: string, path: string) => ({ title, path, icon: "tag" });

test("the menu comes out as it was packed: sections, groups and counts", () => {
  const menu: MenuSection[] = [
    { heading: "MAIN", items: [link("Dashboard", "/dashboard")] },
    {
      heading: "Asset Management",
      items: [
        { ...link("Assets", "/assets"), children: [link("All | Assets", "/all-assets")] },
        { ...link("Stocks", "/stocks"), badge: 7 },
        { ...link("Reports", "/reports"), children: [link("PM", "/pm"), link("Down", "/down")] },
      ],
    },
    { heading: "SETTING", items: [{ ...link("Users", "/users"), badge: 120 }] },
  ];
  expect(unpackedMenu(packedMenu(menu))).toEqual(menu);
  expect(unpackedMenu(packedMenu([]))).toEqual([]);
});
