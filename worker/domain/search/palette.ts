import { and, desc, eq, getTableColumns, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { dateText } from "#app/shared/dates.ts";
import { assets, departments, serviceReports, users } from "#drizzle/tenant/index.ts";
import { ruleFor } from "../../access.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { resources } from "../index.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { devicesCalled, devicesMatching, meantBy, type Near, nearWords } from "./device-search.ts";
import { documentRights, documentsOf, documentsShown } from "./palette-documents.ts";
import { matchOf, nothing } from "./search.ts";
import { withoutNoughts } from "./terms.ts";

/** One thing the palette found, and where it is. */
export type Found = {
  group: string;
  title: string;
  hint: string;
  href: string;
  icon: string;
  /** The last that is shown of a group that has more. */
  isCut?: true;
  /** What was searched in place of a misspelt word. */
  meant?: string;
};

const EACH = 5;
/** Reports among which a person limited to some Locations is shown theirs. */
const MOST_TRIED = 200;
/** Who is found first may have left. */
const MOST_PEOPLE = 50;
/** "PM-2608" and, without the prefix, four digits or more. */
const TICKET = /^(?:pm[-\s]?)?(\d{2,12})$/i;

const ofRows = (matching: SQL, most: number) =>
  sql`select rowid as place, record_id from search_index where ${matching} order by rowid limit ${sql.raw(String(most))}`;
/** The first records that a match finds; none without a match. Joined by CROSS JOIN: what is found is walked first. */
const firstOf = (match: string | null, most = EACH + 1) =>
  match ? sql`(${ofRows(sql`search_index match ${match}`, most)}) as found` : nothing;
/** The first devices: those of this very code or serial number, and those that have the words. */
function firstDevices(db: ReadingDb, q: string) {
  const [called, matching] = [devicesCalled(db, q), devicesMatching(db, q)];
  return called && matching
    ? sql`(select * from (${ofRows(called, EACH)}) union select * from (${ofRows(matching, EACH + 1)})) as found`
    : nothing;
}
/** Entities whose records are found by their words. */
const masters = Object.values(resources).filter(({ palette }) => palette);
/** The living records of an entity that have the words. */
function recordsOf(db: ReadingDb, { table, search }: AnyEntity, q: string, isAsked: boolean) {
  const { id, deletedAt, archivedAt } = table as Record<string, SQLiteColumn>;
  return db
    .select(getTableColumns(table as SQLiteTable))
    .from(isAsked ? firstOf(matchOf(db.companyId, search, q)) : nothing)
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

/**
 * Devices, reports by ticket, calls, transfers, gate passes, stock, vendors and people that have the words typed: five each, of
 * what the person may see. A device of this very code or serial number comes first. One round trip; a second where nothing has a misspelt word.
 */
export async function findEverything(session: Session, typed: string): Promise<Found[]> {
  const q = typed.trim().slice(0, 200);
  const { found, near } = await lookFor(session, q);
  const meant = found.length ? null : meantBy(q, near);
  if (!meant) return found;
  return (await lookFor(session, meant)).found.map((one) => ({ ...one, meant }));
}

async function lookFor(session: Session, q: string): Promise<{ found: Found[]; near: Near[] }> {
  const seesAssets = session.can("view-asset");
  const sees = masters.map(({ permissions }) => session.can(permissions.view as Permission));
  const people = session.can("view-user") ? peopleAt(session) : undefined;
  const documents = documentRights.some(session.can);
  if (q.length < 2 || !(seesAssets || documents || sees.some(Boolean) || people))
    return { found: [], near: [] };
  const db = session.authorizeAny(
    "view-asset",
    "view-user",
    ...documentRights,
    ...masters.map(({ permissions }) => permissions.view as Permission),
  );
  const digits = TICKET.exec(q)?.[1] ?? "";
  const prefix = digits && (/^pm/i.test(q) || digits.length >= 4) ? `PM-${digits}` : "";
  const begins = sql`${serviceReports.serviceTicket} >= ${prefix} and ${serviceReports.serviceTicket} < ${`${prefix}:`}`;
  const near = db.scope
    ? sql`${serviceReports.id} in ${db.firstIds(serviceReports, begins, desc(serviceReports.serviceTicket), MOST_TRIED)}`
    : undefined;
  const hint = seesAssets ? nearWords(db, q) : null;
  const [devices, reports, persons, calls, transfers, passes, ...others] = await db.read(
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
      .from(seesAssets ? firstDevices(db, q) : nothing)
      .crossJoin(assets)
      .crossJoin(departments)
      .where(
        and(
          db.ofOwner(assets, and(eq(assets.id, sql`found.record_id`), isNull(assets.deletedAt))),
          db.ofOwner(departments, eq(departments.id, assets.departmentId)),
        ),
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
      .limit(EACH + 1),
    db
      .select({ name: users.name, email: users.email })
      .from(people ? firstOf(matchOf(db.companyId, "person", q), MOST_PEOPLE) : nothing)
      .crossJoin(users)
      .where(db.ofOwner(users, and(eq(users.id, sql`found.record_id`), ne(users.status, "left"))))
      .limit(EACH + 1),
    ...documentsOf(session, db, q, EACH + 1),
    ...masters.map((entity, at) => recordsOf(db, entity, q, sees[at] === true)),
    ...(hint ? [hint] : []),
  );
  const format = settingOf(session.company, "date_format");
  const code = withoutNoughts(q);
  const first = (one: { code: string; serialNo: string | null }) =>
    [one.code, one.serialNo ?? ""].findIndex((text) => withoutNoughts(text) === code) + 1 || 3;
  const found = [
    ...cut(devices.sort((a, b) => first(a) - first(b))).map(
      ({ id, code, name, make, model, serialNo, place, ...more }) => ({
        group: "Assets",
        title: [code, name, make, model].filter(Boolean).join(" "),
        hint: [serialNo, place].filter(Boolean).join(", "),
        href: `/asset/detail/${id}`,
        icon: "asset",
        ...more,
      }),
    ),
    ...cut(reports).map(({ id, ticket, on, code, name, ...more }) => ({
      group: "Service reports",
      title: ticket,
      hint: `${code} ${name}, ${dateText(on, format)}`,
      href: `/asset/service-report/print/${id}`,
      icon: "wrench",
      ...more,
    })),
    ...documentsShown([calls, transfers, passes]).flatMap(cut),
    ...masters.flatMap((entity, at) => cut(shownIn(entity, others[at] ?? []))),
    ...cut(persons).map(({ name, email, ...more }) => ({
      group: "People",
      title: name,
      hint: email,
      href: `${people}?${people === "/teams" ? "tab=people&" : ""}q=${encodeURIComponent(email)}`,
      icon: "user",
      ...more,
    })),
  ];
  return { found, near: hint ? (others.at(-1) as Near[]) : [] };
}

/** The first of those found, of which the last says that there are more. */
const cut = <R extends object>(rows: readonly R[]): (R & { isCut?: true })[] =>
  rows
    .slice(0, EACH)
    .map((row, at) => (at === EACH - 1 && rows.length > EACH ? { ...row, isCut: true } : row));
