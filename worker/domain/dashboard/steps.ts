import { and, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import {
  assets,
  categories,
  departments,
  stockItems,
  stores,
  users,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import { within } from "./offered.ts";

const anyDevice = acrossLocations(assets, "it tells only whether there is any");
const FIRST_DAYS_MS = 14 * 86_400_000;

/** Which of the first steps of a company are done, and whether these are the person's first days. */
export const steps = (db: ReadingDb, me: string) =>
  db
    .select({
      locations: sql<number>`${db.exists(departments, isNull(departments.deletedAt))}`.as(
        "locations",
      ),
      categories: sql<number>`${db.exists(categories, isNull(categories.deletedAt))}`.as(
        "categories",
      ),
      assets:
        sql<number>`exists (select 1 from ${anyDevice} where ${db.ofOwner(assets, isNull(assets.deletedAt))})`.as(
          "devices",
        ),
      stores: sql<number>`${db.exists(stores, isNull(stores.deletedAt))}`.as("stores"),
      stock: sql<number>`${db.exists(stockItems, isNull(stockItems.deletedAt))}`.as("stock"),
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

export type FirstStep = {
  key: "locations" | "categories" | "assets" | "stores" | "stock" | "people";
  done: boolean;
};
const stepNeeds: Record<FirstStep["key"], { permission: Permission; path: string }> = {
  locations: { permission: "create-department", path: "/departments" },
  categories: { permission: "create-category", path: "/categories" },
  assets: { permission: "create-asset", path: "/asset/create" },
  stores: { permission: "create-store", path: "/stores" },
  stock: { permission: "create-stock", path: "/stocks" },
  people: { permission: "create-user", path: "/users" },
};

/** The first steps that the person may take, and which are done. */
export const firstSteps = (
  session: Session,
  found: Partial<Record<FirstStep["key"], number>> | undefined,
): FirstStep[] =>
  (Object.keys(stepNeeds) as FirstStep["key"][])
    .filter((key) => session.can(stepNeeds[key].permission) && within(session, stepNeeds[key].path))
    .map((key) => ({ key, done: Boolean(found?.[key]) }));
