import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  assets,
  calibrators,
  categories,
  consumers,
  counters,
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
import { counterOf } from "../assets/effects.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { within } from "./offered.ts";

const FIRST_DAYS_MS = 14 * 86_400_000;
/** Devices with which a company has begun. */
const FEW = 100;

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
const hasOwn = (db: ReadingDb, table: Kept, hasSamples: boolean): SQL =>
  sql`exists (select 1 from ${acrossLocations(table, "it tells only whether there is any")} where ${db.ofOwner(
    table,
    and(
      isNull(table.deletedAt),
      hasSamples
        ? sql`${table.id} not in (select ${sampleRows.id} from ${sampleRows} where ${db.ofOwner(sampleRows)})`
        : undefined,
    ),
  )})`;

type Found = Record<Exclude<Key, "labels"> | "isNew", number>;

/**
 * Which of the first steps that somebody may take are done, and whether these are the person's first days in a company that has few
 * devices yet. One with many has begun: there all are taken as done.
 */
export function steps(db: ReadingDb, session: Session) {
  const me = session.actor.userId;
  const hasSamples = settingOf(session.company, "sample_data");
  const isNew = db.exists(
    users,
    and(eq(users.id, me), gt(users.createdAt, Date.now() - FIRST_DAYS_MS))!,
  );
  const people = and(inArray(users.status, ["active", "invited"]), ne(users.id, me))!;
  const facts = stepsOf(session).flatMap(({ key }): [keyof Found, SQL][] => {
    if (key === "labels") return [];
    if (key === "people") return [[key, db.exists(users, people)]];
    if (key === "signatures") return [[key, db.exists(signatures, sql`true`)]];
    return [[key, hasOwn(db, added[key], hasSamples)]];
  });
  const devices = sql`coalesce((select ${counters.value} from ${counters} where ${db.ofOwner(counters, eq(counters.id, counterOf.total))}), 0)`;
  const begins = hasSamples ? sql`1` : sql`"devices" = 0 or "is_new"`;
  return db
    .select({
      isNew: sql<number>`"is_new" and "devices" < ${sql.raw(String(FEW))}`.as("is_beginning"),
      ...(Object.fromEntries(
        facts.map(([name, fact]) => [
          name,
          sql<number>`case when "devices" < ${sql.raw(String(FEW))} and (${begins}) then ${fact} else 1 end`.as(
            `is_${name}`,
          ),
        ]),
      ) as Record<Exclude<keyof Found, "isNew">, SQL.Aliased<number>>),
    })
    .from(sql`(select ${isNew} as "is_new", ${devices} as "devices")`);
}

type Key = keyof typeof added | "labels" | "signatures" | "people";
/** @prop path the screen on which the step is taken */
export type FirstStep = { key: Key; path: string; done: boolean };
/** What each step needs, and the screens on which it is taken: the first that the person may open. */
const stepNeeds: Record<Key, { permission: Permission; path: string; or?: string }> = {
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
  people: { permission: "create-user", path: "/users", or: "/teams" },
};

/** The steps that somebody may take, each with its screen. */
const stepsOf = (session: Session) =>
  (Object.keys(stepNeeds) as Key[]).flatMap((key) => {
    const { permission, path, or = path } = stepNeeds[key];
    const screen = [path, or].find((one) => within(session, one));
    return screen && session.can(permission) ? [{ key, path: screen }] : [];
  });

/** The first steps that the person may take, and which are done. Labels are once the company has chosen its sheet or roll. */
export const firstSteps = (
  session: Session,
  found: Partial<Record<Exclude<Key, "labels">, number>> | undefined,
): FirstStep[] => {
  const facts = { ...found, labels: session.company.settings.label_preset !== undefined };
  return stepsOf(session).map((step) => ({ ...step, done: Boolean(facts[step.key]) }));
};

/**
 * What the panel of first steps offers an Admin of sample data: to make it while the company has no device at all, to remove it while there
 * is any; null to everybody else.
 */
export const samplesFor = (
  session: Session,
  found: Partial<Record<"assets" | "machines", number>> | undefined,
): "make" | "remove" | null => {
  if (session.type !== "Admin" || !session.can("edit-settings")) return null;
  if (settingOf(session.company, "sample_data")) return "remove";
  return found && !found.assets && !found.machines ? "make" : null;
};
