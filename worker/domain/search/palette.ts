import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import {
  assets,
  departments,
  serviceReports,
  stockItems,
  users,
  vendors,
} from "#drizzle/tenant/index.ts";
import { ruleFor } from "../../access.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { matchOf, scopeMarks } from "./search.ts";

/** One thing the palette found, and where it is. */
type Found = { group: string; title: string; hint: string; href: string; icon: string };

const EACH = 5;
/** Reports among which a person limited to some Locations is shown theirs. */
const MOST_TRIED = 200;
/** Who is found first may have left. */
const MOST_PEOPLE = 50;
/** "PM-2608" and, without the prefix, four digits or more. */
const TICKET = /^(?:pm[-\s]?)?(\d{2,12})$/i;

const some = (db: ReadingDb, kind: string, q: string, most = EACH) =>
  sql`(select record_id from search_index where search_index match ${matchOf(db.companyId, kind, q, kind === "asset" ? scopeMarks(db) : [])} order by rowid limit ${sql.raw(String(most))}) as found`;

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
  const seesStock = session.can("view-stock");
  const seesVendors = session.can("view-vendor");
  const people = session.can("view-user") ? peopleAt(session) : undefined;
  if (q.length < 2 || !(seesAssets || seesStock || seesVendors || people)) return [];
  const db = session.authorizeAny("view-asset", "view-stock", "view-vendor", "view-user");
  const hasWords = matchOf(db.companyId, "asset", q) !== null;
  const digits = TICKET.exec(q)?.[1] ?? "";
  const prefix = digits && (/^pm/i.test(q) || digits.length >= 4) ? `PM-${digits}` : "";
  const begins = sql`${serviceReports.serviceTicket} >= ${prefix} and ${serviceReports.serviceTicket} < ${`${prefix}:`}`;
  const near = db.scope
    ? sql`${serviceReports.id} in ${db.firstIds(serviceReports, begins, desc(serviceReports.serviceTicket), MOST_TRIED)}`
    : undefined;
  const [devices, reports, items, firms, persons] = await db.read(
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
      .from(seesAssets && hasWords ? some(db, "asset", q) : nothing)
      .innerJoin(
        assets,
        db.mine(assets, and(eq(assets.id, sql`found.record_id`), isNull(assets.deletedAt))),
      )
      .innerJoin(
        departments,
        and(eq(departments.companyId, assets.companyId), eq(departments.id, assets.departmentId)),
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
      .where(db.mine(serviceReports, seesAssets && prefix ? and(begins, near) : sql`0`))
      .orderBy(desc(serviceReports.serviceTicket))
      .limit(EACH),
    db
      .select({
        id: stockItems.id,
        name: stockItems.name,
        partNo: stockItems.partNo,
        quantity: stockItems.quantity,
        unit: stockItems.unit,
      })
      .from(seesStock && hasWords ? some(db, "stock_item", q) : nothing)
      .innerJoin(
        stockItems,
        db.mine(
          stockItems,
          and(
            eq(stockItems.id, sql`found.record_id`),
            isNull(stockItems.deletedAt),
            isNull(stockItems.archivedAt),
          ),
        ),
      ),
    db
      .select({
        id: vendors.id,
        name: vendors.name,
        contact: vendors.contactName,
        city: vendors.city,
      })
      .from(seesVendors && hasWords ? some(db, "vendor", q) : nothing)
      .innerJoin(
        vendors,
        db.mine(
          vendors,
          and(
            eq(vendors.id, sql`found.record_id`),
            isNull(vendors.deletedAt),
            isNull(vendors.archivedAt),
          ),
        ),
      ),
    db
      .select({ name: users.name, email: users.email })
      .from(people && hasWords ? some(db, "person", q, MOST_PEOPLE) : nothing)
      .innerJoin(
        users,
        db.mine(users, and(eq(users.id, sql`found.record_id`), ne(users.status, "left"))),
      )
      .limit(EACH),
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
    ...items.map(({ id, name, partNo, quantity, unit }) => ({
      group: "Stock",
      title: [name, partNo].filter(Boolean).join(" "),
      hint: `${quantity} ${unit}`,
      href: `/stocks/ledger/${id}`,
      icon: "stock",
    })),
    ...firms.map(({ name, contact, city }) => ({
      group: "Vendors",
      title: name,
      hint: [contact, city].filter(Boolean).join(", "),
      href: `/vendors?q=${encodeURIComponent(name)}`,
      icon: "truck",
    })),
    ...persons.map(({ name, email }) => ({
      group: "People",
      title: name,
      hint: email,
      href: `${people}?${people === "/teams" ? "tab=people&" : ""}q=${encodeURIComponent(email)}`,
      icon: "user",
    })),
  ];
}

const nothing = sql`(select null as record_id where 0) as found`;
