import { and, desc, eq, getTableColumns, isNull, ne, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { assets, departments, serviceReports, users } from "#drizzle/tenant/index.ts";
import { ruleFor } from "../../access.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { resources } from "../index.ts";
import { firstFound } from "./found-by.ts";
import { assetMatch, matchOf } from "./search.ts";

/** One thing the palette found, and where it is. */
type Found = { group: string; title: string; hint: string; href: string; icon: string };

const EACH = 5;
/** Reports among which a person limited to some Locations is shown theirs. */
const MOST_TRIED = 200;
/** Who is found first may have left. */
const MOST_PEOPLE = 50;
/** "PM-2608" and, without the prefix, four digits or more. */
const TICKET = /^(?:pm[-\s]?)?(\d{2,12})$/i;

/** Entities whose records are found by their words. */
const masters = Object.values(resources).filter(({ palette }) => palette);
/** The living records of an entity that have the words. */
function recordsOf(db: ReadingDb, { table, search }: AnyEntity, q: string, isAsked: boolean) {
  const { id, deletedAt, archivedAt } = table as Record<string, SQLiteColumn>;
  return db
    .select(getTableColumns(table as SQLiteTable))
    .from(firstFound(isAsked ? matchOf(db.companyId, search, q) : null, EACH))
    .crossJoin(table as SQLiteTable)
    .where(
      db.ofOwner(
        table,
        and(eq(id!, sql`found.record_id`), isNull(deletedAt!), isNull(archivedAt!)),
      ),
    );
}
const shownIn = ({ palette, titleOf }: AnyEntity, rows: readonly unknown[]): Found[] =>
  rows.map((row) => {
    const { group, icon, title = titleOf, hint, href } = palette!;
    return { group, title: title(row), hint: hint(row), href: href(row), icon };
  });

/** Where a person is found: the list of users, or the people of the teams where there is no such list. */
const peopleAt = (session: Session) =>
  ["/users", "/teams"].find((path) => {
    const rule = ruleFor(path);
    return rule !== undefined && session.opens(rule);
  });

/** Devices, reports by ticket, stock, vendors and people whose words begin with what was typed: five each, of what the person may see. One round trip. */
export async function findEverything(session: Session, typed: string): Promise<Found[]> {
  const q = typed.trim().slice(0, 200);
  const seesAssets = session.can("view-asset");
  const sees = masters.map(({ permissions }) => session.can(permissions.view as Permission));
  const people = session.can("view-user") ? peopleAt(session) : undefined;
  if (q.length < 2 || !(seesAssets || sees.some(Boolean) || people)) return [];
  const db = session.authorizeAny(
    "view-asset",
    "view-user",
    ...masters.map(({ permissions }) => permissions.view as Permission),
  );
  const digits = TICKET.exec(q)?.[1] ?? "";
  const prefix = digits && (/^pm/i.test(q) || digits.length >= 4) ? `PM-${digits}` : "";
  const begins = sql`${serviceReports.serviceTicket} >= ${prefix} and ${serviceReports.serviceTicket} < ${`${prefix}:`}`;
  const near = db.scope
    ? sql`${serviceReports.id} in ${db.firstIds(serviceReports, begins, desc(serviceReports.serviceTicket), MOST_TRIED)}`
    : undefined;
  const [devices, reports, persons, ...records] = await db.read(
    db
      .select({
        id: assets.id,
        code: assets.assetCode,
        name: assets.name,
        make: assets.make,
        model: assets.model,
        serialNo: assets.serialNo,
        place: sql<string>`${departments.name}`.as("department_name"),
      })
      .from(firstFound(seesAssets ? assetMatch(db, q) : null, EACH))
      .crossJoin(assets)
      .innerJoin(
        departments,
        and(eq(departments.companyId, assets.companyId), eq(departments.id, assets.departmentId)),
      )
      .where(
        db.ofOwner(assets, and(eq(assets.id, sql`found.record_id`), isNull(assets.deletedAt))),
      ),
    db
      .select({
        id: sql<string>`${serviceReports.id}`.as("report_id"),
        ticket: serviceReports.serviceTicket,
        on: serviceReports.serviceOn,
        code: assets.assetCode,
        name: sql<string>`${assets.name}`.as("asset_name"),
      })
      .from(serviceReports)
      .innerJoin(
        assets,
        and(eq(assets.companyId, serviceReports.companyId), eq(assets.id, serviceReports.assetId)),
      )
      .where(db.ofOwner(serviceReports, seesAssets && prefix ? and(begins, near) : sql`0`))
      .orderBy(desc(serviceReports.serviceTicket))
      .limit(EACH),
    db
      .select({ name: users.name, email: users.email })
      .from(firstFound(people ? matchOf(db.companyId, "person", q) : null, MOST_PEOPLE))
      .crossJoin(users)
      .where(db.ofOwner(users, and(eq(users.id, sql`found.record_id`), ne(users.status, "left"))))
      .limit(EACH),
    ...masters.map((entity, at) => recordsOf(db, entity, q, sees[at] === true)),
  );
  return [
    ...devices.map(({ id, code, name, make, model, serialNo, place }) => ({
      group: "Assets",
      title: [code, name, make, model].filter(Boolean).join(" "),
      hint: [serialNo, place].filter(Boolean).join(", "),
      href: `/asset/detail/${id}`,
      icon: "asset",
    })),
    ...reports.map(({ id, ticket, on, code, name }) => ({
      group: "Service reports",
      title: ticket,
      hint: `${code} ${name}, ${on}`,
      href: `/asset/service-report/print/${id}`,
      icon: "wrench",
    })),
    ...masters.flatMap((entity, at) => shownIn(entity, records[at] ?? [])),
    ...persons.map(({ name, email }) => ({
      group: "People",
      title: name,
      hint: email,
      href: `${people}?${people === "/teams" ? "tab=people&" : ""}q=${encodeURIComponent(email)}`,
      icon: "user",
    })),
  ];
}
