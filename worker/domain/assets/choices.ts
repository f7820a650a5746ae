import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { categories, departments, locations, subCategories, teams, users, vendors } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Table } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import type { Choice } from "../list.ts";
import { assetOf, assetQueries } from "./find.ts";
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
const offered = (db: ReadingDb, table: Master, label: SQLiteColumn, most: number) =>
  db
    .select({ value: table.id, label })
    .from(table)
    .where(db.mine(table, and(isNull(table.archivedAt), isNull(table.deletedAt))))
    .orderBy(label)
    .limit(most) as never as ReturnType<typeof labelled>;
const labelled = (db: ReadingDb) => db.select({ value: categories.id, label: sql<string>`${categories.name}` }).from(categories);

/** Everything the form of a device offers but machine types, and the device it begins with, in one round trip. */
export async function formChoices(session: Session, permission: "create-asset" | "edit-asset", assetId: string | null) {
  const db = session.authorize(permission);
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
  const [category, subCategory, department, location, vendor, team, custodian, rows, names, details] = await db.read(
    offered(db, categories, categories.name, MOST_IN_FORM),
    subs,
    offered(db, departments, departments.name, MOST_IN_FORM),
    offered(db, locations, locations.path, MOST_IN_FORM),
    offered(db, vendors, vendors.name, MOST_IN_FORM),
    offered(db, teams, teams.name, MOST_IN_FORM),
    people,
    ...assetQueries(db, assetId ?? ""),
  );
  const asset = rows.length ? assetOf(rows, names, details) : null;
  return { asset, choices: { category, subCategory, department, location, vendor, team, custodian } };
}
export type FormChoices = Awaited<ReturnType<typeof formChoices>>["choices"];
