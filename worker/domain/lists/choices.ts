import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { folded } from "#app/shared/folded.ts";
import type { Choice } from "#app/shared/list.ts";
import { mark } from "#drizzle/search.ts";
import {
  categories,
  departments,
  locations,
  stockItems,
  stores,
  subCategories,
  teams,
  users,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Permission } from "../../permissions.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { MOST_FOUND } from "../people/list.ts";
import { FEW, foundBy } from "../search/found-by.ts";
import { entryOf } from "./list-query.ts";

const MOST = 20;

type Choosable = {
  table: SQLiteTable;
  id: SQLiteColumn;
  name: SQLiteColumn;
  alive: SQL | undefined;
  /** The same where words have found the records. */
  found?: SQL | undefined;
  permissions: Permission[];
  /** What tells apart those of the same name. */
  hint?: SQLiteColumn;
  /** What they can be limited to, by its id. */
  within?: SQLiteColumn;
  /** The kind of its search rows. */
  search: string;
  /** The mark of those inside a record. */
  marked?: (of: string) => string;
};
const master = (
  table: SQLiteTable & Record<"id" | "name" | "archivedAt" | "deletedAt", SQLiteColumn>,
  search: string,
  ...permissions: Permission[]
): Choosable => ({
  table,
  id: table.id,
  name: table.name,
  alive: and(isNull(table.archivedAt), isNull(table.deletedAt)),
  // No index of states: what words have found is looked up by its ids.
  found: and(sql`+${table.archivedAt} is null`, isNull(table.deletedAt)),
  permissions,
  search,
});

const person = { table: users, id: users.id, name: users.name, search: "person" } as const;
/** Whose form of a team names people, Locations and categories. */
const keepsTeams = ["create-user", "edit-user"] as const;

/** What forms and filters let people pick, and who may look. */
export const choosable: Record<string, Choosable> = {
  locations: master(
    departments,
    "department",
    "view-department",
    "view-asset",
    "view-store",
    ...keepsTeams,
  ),
  vendors: master(vendors, "vendor", "view-vendor", "view-asset", "view-stock"),
  categories: master(categories, "category", "view-category", "view-asset", ...keepsTeams),
  "sub-categories": {
    ...master(subCategories, "sub_category", "view-category", "view-asset"),
    within: subCategories.categoryId,
    marked: (id) => mark("cat", id),
  },
  places: {
    table: locations,
    id: locations.id,
    name: locations.path,
    hint: locations.level,
    search: "location",
    alive: and(isNull(locations.archivedAt), isNull(locations.deletedAt)),
    found: and(sql`+${locations.archivedAt} is null`, isNull(locations.deletedAt)),
    permissions: ["view-location", "view-department", "view-asset"],
  },
  teams: master(teams, "team", "view-asset", "view-user"),
  stores: master(stores, "store", "view-store", "view-stock"),
  people: { ...person, alive: undefined, permissions: ["view-user"] },
  spares: {
    ...master(stockItems, "stock_item", "view-stock", "edit-asset"),
    alive: and(
      isNull(stockItems.archivedAt),
      isNull(stockItems.deletedAt),
      eq(stockItems.isActive, true),
    ),
    found: and(
      sql`+${stockItems.archivedAt} is null`,
      isNull(stockItems.deletedAt),
      eq(stockItems.isActive, true),
    ),
  },
  members: {
    ...person,
    hint: users.email,
    alive: inArray(users.status, ["active", "invited"]),
    permissions: [...keepsTeams],
  },
  colleagues: { ...person, alive: eq(users.status, "active"), permissions: ["view-user"] },
  keepers: {
    ...person,
    alive: eq(users.status, "active"),
    permissions: ["create-store", "edit-store"],
  },
};

/** A limited person chooses among their own Locations. */
export const ownLocations = ({ scope }: ReadingDb) =>
  scope
    ? sql`${departments.id} in (select "value" from json_each(${JSON.stringify(scope.departments)}))`
    : undefined;

/**
 * Up to 20 records to choose from, whose name holds the text; with `of`, only those inside that record.
 * @throws Response 404 for an unknown list
 */
export async function choicesOf(
  session: Session,
  list: string,
  q: string,
  of = "",
): Promise<Choice[]> {
  if (list === "machine-types") return typeChoices(session, q);
  const { table, id, name, alive, permissions, hint, within, search, marked, found } =
    entryOf(choosable, list) ?? notFound("list");
  const db = session.authorizeAny(...permissions);
  const own = table === departments ? ownLocations(db) : undefined;
  const byWords = q !== "";
  // A limited person's few Locations might come after the first matches of all, as might those who are active.
  const among = own ? db.scope!.departments : null;
  const most = search === "person" ? MOST_FOUND : FEW;
  const holds = () =>
    foundBy(db.companyId, search, id, q, "first", of && marked ? [marked(of)] : [], most, among);
  const [rows] = await db.read(
    db
      .select({
        value: sql<string>`${id}`.as("value"),
        label: sql<string>`${name}`.as("label"),
        ...(hint ? { hint: sql<string>`${hint}`.as("hint") } : {}),
      })
      .from(table)
      .where(
        db.mine(
          table,
          and(
            byWords ? (found ?? alive) : alive,
            within && of ? eq(within, of) : undefined,
            own,
            q ? holds() : undefined,
          ),
        ),
      )
      // What the index of words has found is few: no index of names is to be walked for it.
      .orderBy(byWords ? sql`+${name}` : name)
      .limit(MOST),
  );
  return rows as Choice[];
}

/** Machine types of the shared catalogue. */
async function typeChoices(session: Session, q: string): Promise<Choice[]> {
  session.authorizeAny("view-asset", "create-asset", "edit-asset", "create-stock", "edit-stock");
  const wanted = folded(q.trim());
  const types = await session.catalogue.machineTypes();
  return types
    .filter(({ name }) => folded(name).includes(wanted))
    .slice(0, MOST)
    .map(({ id, name }) => ({ value: id, label: name }));
}
