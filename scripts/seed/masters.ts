import { searchWords } from "#drizzle/search.ts";
import { categories, departments, locations, stores, vendors } from "#drizzle/tenant/index.ts";
import { addDays, dayOf } from "./calendar.ts";
import type { Actor, Filling } from "./context.ts";
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
  head: string;
  headPhone: string;
};
export type Named = { id: string; name: string };
export type StoreRow = readonly [name: string, code: string, department: string];

const rowOf =
  ({ companyId, random, since }: Filling) =>
  () => ({ companyId, id: random.id(since), createdAt: since, updatedAt: since });

export async function seedCategories(
  filling: Filling,
  names: readonly CategoryName[],
): Promise<Map<string, string>> {
  const own = rowOf(filling);
  const rows = names.map((name) => {
    const [code, defaultCriticality, defaultPmMonths, defaultCalMonths, description] =
      categoryRows[name];
    return {
      ...own(),
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
  const found = rows.map(({ id, name, code }) => ({
    kind: "category",
    id,
    words: searchWords([name], [code]),
  }));
  await saveSearch(filling.db, filling.companyId, found);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** City, site, buildings and floors. @returns floor ids by "building / floor" */
export async function seedLocations(
  filling: Filling,
  city: string,
  site: string,
  floors: readonly string[],
): Promise<Map<string, string>> {
  const own = rowOf(filling);
  const rows: (typeof locations.$inferInsert & { id: string })[] = [];
  const add = (
    parent: (typeof rows)[number] | undefined,
    level: "city" | "site" | "building" | "floor",
    name: string,
  ) => {
    const known = rows.find((row) => row.name === name && row.parentId === (parent?.id ?? null));
    if (known) return known;
    const base = own();
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
  const found = rows.map(({ id, path }) => ({ kind: "location", id, words: searchWords([path]) }));
  await saveSearch(filling.db, filling.companyId, found);
  return new Map(ids);
}

export async function seedDepartments(
  filling: Filling,
  list: readonly DepartmentRow[],
  floors: Map<string, string>,
): Promise<Department[]> {
  const own = rowOf(filling);
  const rows = list.map(([code, name, kind, floor, headName, pmBaseMonth], index) => ({
    ...own(),
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
  const found = rows.map(({ id, name, code, headName }) => ({
    kind: "department",
    id,
    words: searchWords([name, headName], [code]),
  }));
  await saveSearch(filling.db, filling.companyId, found);
  return rows.map(({ id, code, name, locationId, headName, headPhone }) => ({
    id,
    code,
    name,
    locationId,
    head: headName,
    headPhone,
  }));
}

export async function seedVendors(
  filling: Filling,
  list: readonly VendorRow[],
): Promise<(Named & { code: string; contact: string })[]> {
  const own = rowOf(filling);
  const rows = list.map(
    ([name, code, contactName, phone, city, region, kinds, accreditationNo]) => ({
      ...own(),
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
  return rows.map(({ id, name, code, contactName }) => ({ id, name, code, contact: contactName }));
}

/** The first store is the default one. */
export async function seedStores(
  filling: Filling,
  list: readonly StoreRow[],
  places: readonly Department[],
  keeper: Actor,
): Promise<Named[]> {
  const own = rowOf(filling);
  const rows = list.map(([name, code, department], index) => ({
    ...own(),
    name,
    code,
    departmentId: places.find((place) => place.code === department)?.id ?? null,
    keeperUserId: keeper.id,
    isDefault: index === 0,
  }));
  await insert(filling.db, stores, rows);
  return rows.map(({ id, name }) => ({ id, name }));
}
