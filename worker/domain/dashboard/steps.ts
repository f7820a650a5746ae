import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  assets,
  calibrators,
  categories,
  consumers,
  departments,
  machines,
  procedures,
  sampleRows,
  signatures,
  stockItems,
  stores,
  users,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { within } from "./offered.ts";

const FIRST_DAYS_MS = 14 * 86_400_000;

type Kept = SQLiteTable & { id: SQLiteColumn; deletedAt: SQLiteColumn };
/** What each first step adds, but for those that another fact tells. */
const added = {
  locations: departments,
  categories,
  assets,
  stores,
  stock: stockItems,
  consumers,
  calibrators,
  procedures,
  machines,
} as const satisfies Record<string, Kept>;

/** Whether the company has a record of its own; samples are none. */
const hasOwn = (db: ReadingDb, table: Kept): SQL =>
  sql`exists (select 1 from ${acrossLocations(table, "it tells only whether there is any")} where ${db.ofOwner(
    table,
    and(
      isNull(table.deletedAt),
      sql`${table.id} not in (select ${sampleRows.id} from ${sampleRows} where ${db.ofOwner(sampleRows)})`,
    ),
  )})`;

/** Which of the first steps of a company are done, and whether these are the person's first days. */
export const steps = (db: ReadingDb, me: string) =>
  db
    .select({
      ...(Object.fromEntries(
        Object.entries(added).map(([key, table]) => [
          key,
          sql<number>`${hasOwn(db, table)}`.as(`own_${key}`),
        ]),
      ) as Record<keyof typeof added, SQL.Aliased<number>>),
      signatures:
        sql<number>`exists (select 1 from ${signatures} where ${db.ofOwner(signatures)})`.as(
          "signed",
        ),
      people:
        sql<number>`${db.exists(users, and(inArray(users.status, ["active", "invited"]), ne(users.id, me))!)}`.as(
          "people",
        ),
      isNew:
        sql<number>`${db.exists(users, and(eq(users.id, me), gt(users.createdAt, Date.now() - FIRST_DAYS_MS))!)}`.as(
          "is_new",
        ),
    })
    .from(sql`(select 1)`);

type Key = keyof typeof added | "labels" | "signatures" | "people";
export type FirstStep = { key: Key; done: boolean };
const stepNeeds: Record<Key, { permission: Permission; path: string }> = {
  locations: { permission: "create-department", path: "/departments" },
  categories: { permission: "create-category", path: "/categories" },
  assets: { permission: "create-asset", path: "/asset/create" },
  labels: { permission: "edit-settings", path: "/asset/labels" },
  stores: { permission: "create-store", path: "/stores" },
  stock: { permission: "create-stock", path: "/stocks" },
  consumers: { permission: "create-consumer", path: "/consumer/create" },
  calibrators: { permission: "create-calibrator", path: "/calibrator/create" },
  procedures: { permission: "create-procedure", path: "/procedure/create" },
  machines: { permission: "create-machine", path: "/machine/create" },
  signatures: { permission: "create-signature", path: "/signature/create" },
  people: { permission: "create-user", path: "/users" },
};

/** The first steps that the person may take, and which are done. Labels are once the company has chosen its sheet or roll. */
export const firstSteps = (
  session: Session,
  found: Partial<Record<Exclude<Key, "labels">, number>> | undefined,
): FirstStep[] => {
  const facts = { ...found, labels: session.company.settings.label_preset !== undefined };
  return (Object.keys(stepNeeds) as Key[])
    .filter((key) => session.can(stepNeeds[key].permission) && within(session, stepNeeds[key].path))
    .map((key) => ({ key, done: Boolean(facts[key]) }));
};

/**
 * What the panel of first steps offers an Admin of sample data: to make it while the company has no device at all, to remove it while there
 * is any; null to everybody else.
 */
export const samplesFor = (
  session: Session,
  found: Partial<Record<"assets" | "machines", number>> | undefined,
): "make" | "remove" | null => {
  if (session.type !== "Admin" || !session.can("edit-settings") || session.isReadOnly) return null;
  if (settingOf(session.company, "sample_data")) return "remove";
  return found && !found.assets && !found.machines ? "make" : null;
};
