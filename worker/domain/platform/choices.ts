import { eq, ne, sql } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import { companies, staff } from "#drizzle/control/index.ts";
import type { ReadingPlatformDb } from "../../db/platform-db.ts";
import type { PlatformPermission } from "../../permissions.ts";
import { forbidden, notFound } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { entryOf } from "../lists/list-query.ts";
import { foundBy } from "../search/found-by.ts";
import { PLATFORM } from "../search/search.ts";
import { companiesNamed } from "./companies.ts";

const MOST = 20;

/** What the staff's pickers offer, and one of which permissions it takes to look. */
const offered = {
  companies: {
    table: companies,
    permissions: [
      "manage-company",
      "manage-activity-log",
      "manage-login-logs",
      "manage-transaction",
      "manage-support-ticket",
    ] as PlatformPermission[],
    where: undefined,
    found: companiesNamed,
  },
  staff: {
    table: staff,
    permissions: [
      "manage-user",
      "manage-activity-log",
      "manage-support-ticket",
    ] as PlatformPermission[],
    where: ne(staff.status, "left"),
    found: (q: string) => foundBy(PLATFORM, "staff", staff.id, q),
  },
};

/** The first records of a list by name, narrowed by what is typed. @throws Response 403; 404 for a list that is not there */
export async function platformChoices(
  session: StaffSession,
  list: string,
  q: string,
): Promise<Choice[]> {
  const { table, permissions, where, found } = entryOf(offered, list) ?? notFound("list");
  const held = permissions.find(session.may) ?? forbidden();
  const db = session.authorize(held);
  const [rows] = await db.read(
    db
      .select({ value: table.id, label: table.name, hint: table.email })
      .from(table as typeof staff)
      .where(q.trim() ? found(q.slice(0, 200)) : where)
      .orderBy(table.name)
      .limit(MOST),
  );
  return rows;
}

/** The record of one of these lists that a filter names, as a choice; as a statement of a read. */
export const namedIn = (
  db: Pick<ReadingPlatformDb, "select">,
  table: typeof companies | typeof staff,
  chosen = "",
) =>
  db
    .select({
      value: sql<string>`${table.id}`.as("value"),
      label: sql<string>`${table.name}`.as("label"),
    })
    .from(table)
    .where(eq(table.id, chosen))
    .limit(1);
