import { categories } from "../masters/categories.ts";
import { departments } from "../masters/departments.ts";
import { vendors } from "../masters/vendors.ts";
import { accessoryKind } from "./accessories.ts";
import { assetKind } from "./assets.ts";
import type { ImportKind } from "./kind.ts";
import { categoryColumns, departmentColumns, vendorColumns } from "./master-columns.ts";
import { placeKind } from "./places.ts";
import { resourceKind } from "./resource-kind.ts";
import { stockKind } from "./stocks.ts";

const vendorKind = resourceKind({
  ...{
    name: "vendors",
    label: "Vendors",
    thing: "vendor",
    things: "vendors",
    path: "/vendors",
    subject: "vendor",
  },
  resource: vendors,
  columns: vendorColumns,
  key: "name",
  unique: "code",
});

const categoryKind = resourceKind({
  ...{
    name: "categories",
    label: "Categories",
    thing: "category",
    things: "categories",
    path: "/categories",
    subject: "category",
  },
  resource: categories,
  columns: categoryColumns,
  key: "name",
  unique: "code",
});

const departmentKind = resourceKind({
  ...{
    name: "departments",
    label: "Locations",
    thing: "location",
    things: "locations",
    path: "/departments",
    subject: "department",
  },
  resource: departments,
  columns: departmentColumns,
  key: "name",
  unique: "code",
});

/** Everything that can be brought in from a spreadsheet, by its name in addresses. */
export const kinds: Record<string, ImportKind> = {
  assets: assetKind,
  vendors: vendorKind,
  stocks: stockKind,
  categories: categoryKind,
  departments: departmentKind,
  locations: placeKind,
  accessories: accessoryKind,
};
