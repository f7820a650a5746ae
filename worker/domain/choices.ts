import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { categories, departments, stores, users, vendors } from "#drizzle/tenant/index.ts";
import type { Permission } from "../permissions.ts";
import { notFound } from "../refusals.ts";
import type { Session } from "../session.ts";
import { machineTypes } from "./catalogue.ts";
import type { Choice } from "./list.ts";
import { entryOf } from "./list-query.ts";

const MOST = 20;

type Choosable = { table: SQLiteTable; id: SQLiteColumn; name: SQLiteColumn; alive: ReturnType<typeof and>; permissions: Permission[] };
const master = (
  table: typeof categories | typeof departments | typeof stores | typeof vendors,
  ...permissions: Permission[]
): Choosable => ({
  table,
  id: table.id,
  name: table.name,
  alive: and(isNull(table.archivedAt), isNull(table.deletedAt)),
  permissions,
});

/** What forms and filters let people pick, and who may look. */
const choosable: Record<string, Choosable> = {
  locations: master(departments, "view-department", "view-asset", "view-store"),
  vendors: master(vendors, "view-vendor", "view-asset", "view-stock"),
  categories: master(categories, "view-category", "view-asset"),
  stores: master(stores, "view-store", "view-stock"),
  keepers: { table: users, id: users.id, name: users.name, alive: eq(users.status, "active"), permissions: ["create-store", "edit-store"] },
};

/** Up to 20 records to choose from, whose name holds the text. @throws Response 404 for an unknown list */
export async function choicesOf(session: Session, list: string, q: string): Promise<Choice[]> {
  if (list === "machine-types") return typeChoices(session, q);
  const { table, id, name, alive, permissions } = entryOf(choosable, list) ?? notFound("list");
  const db = session.authorizeAny(...permissions);
  const [rows] = await db.read(
    db
      .select({ value: sql<string>`${id}`.as("value"), label: sql<string>`${name}`.as("label") })
      .from(table)
      .where(db.mine(table, and(alive, q ? sql`instr(lower(${name}), ${q.slice(0, 100).toLowerCase()}) > 0` : undefined)))
      .orderBy(name)
      .limit(MOST),
  );
  return rows;
}

/** Machine types of the shared catalogue. */
async function typeChoices(session: Session, q: string): Promise<Choice[]> {
  session.authorizeAny("view-asset", "create-asset", "edit-asset");
  const wanted = q.trim().toLowerCase();
  const types = await machineTypes(session.shared);
  return types
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, MOST)
    .map(({ id, name }) => ({ value: id, label: name }));
}
