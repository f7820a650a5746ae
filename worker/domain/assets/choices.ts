import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { categories, departments, locations, subCategories, teams, users, vendors } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Table } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { machineTypes } from "../catalogue.ts";
import type { Choice } from "../list.ts";
import { listAssets } from "./list.ts";

const MOST = 20;
const MOST_IN_FORM = 1000;

/** Up to 20 devices for a picker. */
export async function assetChoices(session: Session, q: string): Promise<Choice[]> {
  const { rows } = await listAssets(session, new URLSearchParams({ q, size: "25" }));
  return rows.slice(0, MOST).map(({ id, assetCode, name, make, model, departmentName }) => ({
    value: id,
    label: `${assetCode} ${name}`,
    hint: [make, model, departmentName].filter(Boolean).join(" "),
  }));
}

type Master = Table & { archivedAt: SQLiteColumn; deletedAt: SQLiteColumn };
const offered = (db: ReadingDb, table: Master, label: SQLiteColumn, most: number, also?: ReturnType<typeof sql>) =>
  db
    .select({ value: table.id, label })
    .from(table)
    .where(db.mine(table, and(isNull(table.archivedAt), isNull(table.deletedAt), also)))
    .orderBy(label)
    .limit(most) as never as ReturnType<typeof labelled>;
const labelled = (db: ReadingDb) => db.select({ value: categories.id, label: sql<string>`${categories.name}` }).from(categories);

/** Everything the form of a device offers, in one round trip, and the shared machine types. */
export async function formChoices(session: Session) {
  const db = session.authorizeAny("create-asset", "edit-asset");
  const people = db
    .select({ value: users.id, label: users.name })
    .from(users)
    .where(db.mine(users, eq(users.status, "active")))
    .orderBy(users.name)
    .limit(MOST_IN_FORM);
  const subs = db
    .select({ value: subCategories.id, label: subCategories.name, categoryId: subCategories.categoryId })
    .from(subCategories)
    .where(db.mine(subCategories, and(isNull(subCategories.archivedAt), isNull(subCategories.deletedAt))))
    .orderBy(subCategories.name)
    .limit(MOST_IN_FORM);
  const [types, [category, subCategory, department, location, vendor, team, custodian]] = await Promise.all([
    machineTypes(session.shared),
    db.read(
      offered(db, categories, categories.name, MOST_IN_FORM),
      subs,
      offered(db, departments, departments.name, MOST_IN_FORM),
      offered(db, locations, locations.path, MOST_IN_FORM),
      offered(db, vendors, vendors.name, MOST_IN_FORM),
      offered(db, teams, teams.name, MOST_IN_FORM),
      people,
    ),
  ]);
  const machineType = types.map(({ id, name }) => ({ value: id, label: name }));
  return { category, subCategory, department, location, vendor, team, custodian, machineType };
}
export type FormChoices = Awaited<ReturnType<typeof formChoices>>;
