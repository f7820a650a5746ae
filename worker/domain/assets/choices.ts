import { and, eq, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { dayIn } from "#app/shared/company-time.ts";
import type { Choice } from "#app/shared/list.ts";
import {
  assets,
  categories,
  departments,
  locations,
  subCategories,
  teams,
  users,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Table } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { planStanding, schedulesOf } from "../due/plan-read.ts";
import { usable } from "../entity/references.ts";
import { ownLocations } from "../masters/own-locations.ts";
import { assetOf, assetQueries } from "./find.ts";
import { listAssets } from "./list.ts";
import { fieldsIn } from "./own-fields.ts";

const MOST = 20;
const MOST_IN_FORM = 1000;

/** Up to 20 devices for a picker. */
export async function assetChoices(session: Session, q: string): Promise<Choice[]> {
  const { rows } = await listAssets(session, new URLSearchParams({ q, size: "25" }));
  return rows.slice(0, MOST).map(({ id, assetCode, name, make, model, departmentName }) => ({
    value: id,
    label: `${assetCode} ${name}`,
    hint: [[make, model].filter(Boolean).join(" "), departmentName].filter(Boolean).join(", "),
  }));
}

type Master = Table & { archivedAt: SQLiteColumn; deletedAt: SQLiteColumn };
/** Records that may be chosen, by their names, as a statement of a read. */
const offered = <C extends Record<string, SQLiteColumn> = Record<never, SQLiteColumn>>(
  db: ReadingDb,
  table: Master,
  label: SQLiteColumn,
  more?: C,
) =>
  db
    .select({ value: table.id, label, ...more })
    .from(table as Table)
    .where(
      db.ofOwner(
        table,
        and(usable(table), (table as unknown) === departments ? ownLocations(db) : undefined),
      ),
    )
    .orderBy(label)
    .limit(MOST_IN_FORM) as unknown as RunnableQuery<
    ({ value: string; label: string } & SelectResultFields<C>)[],
    "sqlite"
  >;

const proposals = <T extends typeof categories | typeof subCategories>(table: T) => ({
  criticality: table.defaultCriticality,
  pmMonths: table.defaultPmMonths,
  calMonths: table.defaultCalMonths,
  depMethod: table.defaultDepMethod,
  lifeMonths: table.defaultLifeMonths,
});

/** The Locations whose devices a person may work on. */
export async function locationChoices(session: Session): Promise<Choice[]> {
  const db = session.authorize("edit-asset");
  const [rows] = await db.read(offered(db, departments, departments.name));
  return rows;
}

/** Everything the form of a device offers but machine types, and the device it begins with, in one round trip. */
export async function formChoices(
  session: Session,
  permission: "create-asset" | "edit-asset",
  assetId: string | null,
) {
  const db = session.authorize(permission);
  const people = db
    .select({ value: users.id, label: users.name })
    .from(users)
    .where(db.ofOwner(users, eq(users.status, "active")))
    .orderBy(users.name)
    .limit(MOST_IN_FORM);
  const itsKind = sql`(select ${assets.categoryId} from ${assets} where ${db.ofOwner(assets, eq(assets.id, assetId ?? ""))})`;
  const [
    category,
    subCategory,
    department,
    location,
    vendor,
    team,
    custodian,
    row,
    details,
    [own],
    planned,
  ] = await db.read(
    offered(db, categories, categories.name, {
      fieldSchema: categories.fieldSchema,
      ...proposals(categories),
    }),
    offered(db, subCategories, subCategories.name, {
      categoryId: subCategories.categoryId,
      ...proposals(subCategories),
    }),
    offered(db, departments, departments.name),
    offered(db, locations, locations.path),
    offered(db, vendors, vendors.name),
    offered(db, teams, teams.name),
    people,
    ...assetQueries(db, assetId ?? ""),
    db
      .select({ fieldSchema: categories.fieldSchema })
      .from(categories)
      .where(db.ofOwner(categories, eq(categories.id, itsKind)))
      .limit(1),
    schedulesOf(db, [assetId ?? ""]),
  );
  const { nextPmOn, nextCalOn } = planStanding(planned);
  const found = row.length ? assetOf([row, details]) : null;
  const asset = found && {
    ...found,
    nextPmOn: nextPmOn.on ?? found.nextPmOn,
    nextCalOn: nextCalOn.on ?? found.nextCalOn,
  };
  const kind = category.map(({ fieldSchema, ...rest }) => ({
    ...rest,
    fields: fieldsIn(fieldSchema),
  }));
  const chosen = { category: kind, subCategory, department, location, vendor, team, custodian };
  const { can, company } = session;
  const make = {
    category: can("create-category"),
    department: can("create-department"),
    location: can("create-location"),
    vendor: can("create-vendor"),
  };
  return {
    asset,
    fields: fieldsIn(own?.fieldSchema),
    /** Dates that other schedules than the device's own plan give; the form shows them only. */
    fixedDates: { pm: nextPmOn.isElsewhere, cal: nextCalOn.isElsewhere },
    today: dayIn(company.timeZone),
    make,
    choices: chosen,
  };
}
export type FormChoices = Awaited<ReturnType<typeof formChoices>>["choices"];
