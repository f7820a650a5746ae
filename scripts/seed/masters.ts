import { categories, departments, locations, stores, vendors } from "#drizzle/tenant/index.ts";
import { addDays, dayOf } from "./calendar.ts";
import { type Actor, type Filling, newRow } from "./context.ts";
import { insert } from "./insert.ts";
import {
  type CategoryName,
  categoryRows,
  type DepartmentRow,
  type VendorRow,
} from "./masters-data.ts";
import { saveSearch } from "./search.ts";

export type Department = {
  id: string;
  code: string;
  name: string;
  locationId: string;
  headName: string;
  headPhone: string;
};
export type Named = { id: string; name: string };
export type StoreRow = readonly [name: string, code: string, department: string];

export async function seedCategories(
  filling: Filling,
  names: readonly CategoryName[],
): Promise<Map<string, string>> {
  const rows = names.map((name) => {
    const [code, defaultCriticality, defaultPmMonths, defaultCalMonths, description] =
      categoryRows[name];
    return {
      ...newRow(filling),
      name,
      code,
      defaultCriticality,
      defaultPmMonths,
      defaultCalMonths,
      description,
      defaultDepMethod: "slm" as const,
      defaultLifeMonths: 120,
    };
  });
  await insert(filling.db, categories, rows);
  await saveSearch(filling, "category", rows, ({ name, code }) => [[name], [code]]);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** City, site, buildings and floors. @returns floor ids by "building / floor" */
export async function seedLocations(
  filling: Filling,
  city: string,
  site: string,
  floors: readonly string[],
): Promise<Map<string, string>> {
  const rows: (typeof locations.$inferInsert & { id: string })[] = [];
  const add = (
    parent: (typeof rows)[number] | undefined,
    level: "city" | "site" | "building" | "floor",
    name: string,
  ) => {
    const known = rows.find((row) => row.name === name && row.parentId === (parent?.id ?? null));
    if (known) return known;
    const base = newRow(filling);
    const path = parent ? `${parent.path} / ${name}` : name;
    const row = {
      ...base,
      parentId: parent?.id ?? null,
      level,
      name,
      path,
      pathIds: `${parent?.pathIds ?? "/"}${base.id}/`,
      depth: (parent?.depth ?? 0) + 1,
    };
    rows.push(row);
    return row;
  };
  const top = add(add(undefined, "city", city), "site", site);
  const ids = floors.map((place) => {
    const [building, floor] = place.split(" / ") as [string, string];
    return [place, add(add(top, "building", building), "floor", floor).id] as const;
  });
  await insert(filling.db, locations, rows);
  await saveSearch(filling, "location", rows, ({ path }) => [[path]]);
  return new Map(ids);
}

export async function seedDepartments(
  filling: Filling,
  list: readonly DepartmentRow[],
  floors: Map<string, string>,
): Promise<Department[]> {
  const rows = list.map(([code, name, kind, floor, headName, pmBaseMonth], index) => ({
    ...newRow(filling),
    code,
    name,
    kind,
    pmBaseMonth,
    headName,
    locationId: floors.get(floor)!,
    headPhone: `+91 98450 55${200 + index}`,
    costCentre: `CC-${1001 + index}`,
  }));
  await insert(filling.db, departments, rows);
  await saveSearch(filling, "department", rows, ({ name, headName, code }) => [
    [name, headName],
    [code],
  ]);
  return rows;
}

export async function seedVendors(
  filling: Filling,
  list: readonly VendorRow[],
): Promise<(Named & { code: string; kinds: string })[]> {
  const rows = list.map(
    ([name, code, contactName, phone, city, region, kinds, accreditationNo]) => ({
      ...newRow(filling),
      name,
      code,
      contactName,
      phone,
      city,
      region,
      country: "IN",
      email: `service@${name.toLowerCase().split(" ").slice(0, 2).join("-")}.test`,
      isManufacturer: kinds.includes("manufacturer"),
      isSupplier: kinds.includes("supplier"),
      isService: kinds.includes("service"),
      isCalibrationLab: kinds.includes("calibration"),
      isAmcProvider: kinds.includes("amc"),
      isTransporter: kinds.includes("transporter"),
      accreditationNo: accreditationNo ?? null,
      accreditationValidUntil: accreditationNo ? addDays(dayOf(filling.now), 210) : null,
    }),
  );
  await insert(filling.db, vendors, rows);
  await saveSearch(filling, "vendor", rows, ({ name, contactName, code }) => [
    [name, contactName],
    [code],
  ]);
  return rows.map(({ id, name, code }, at) => ({ id, name, code, kinds: list[at]![6] }));
}

/** The first store is the default one. */
export async function seedStores(
  filling: Filling,
  list: readonly StoreRow[],
  places: readonly Department[],
  keeper: Actor,
): Promise<Named[]> {
  const rows = list.map(([name, code, department], index) => ({
    ...newRow(filling),
    name,
    code,
    departmentId: places.find((place) => place.code === department)?.id ?? null,
    keeperUserId: keeper.id,
    isDefault: index === 0,
  }));
  await insert(filling.db, stores, rows);
  return rows;
}
