import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { assets, departments, serviceReports, stockItems } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../db/company-db.ts";
import type { Session } from "../session.ts";
import { matchOf, type SearchKind } from "./search.ts";

/** One thing the palette found, and where it is. */
export type Found = { group: string; title: string; hint: string; href: string; icon: string };

const EACH = 5;
/** "PM-2608" and, without the prefix, four digits or more. */
const TICKET = /^(?:pm[-\s]?)?(\d{2,12})$/i;

const some = (db: ReadingDb, kind: SearchKind, q: string) =>
  sql`(select record_id from search_index where search_index match ${matchOf(db.companyId, kind, q)} order by rowid limit ${EACH}) as found`;

/** Devices, reports by ticket, and stock whose words begin with what was typed: five each, of what the person may see. One round trip. */
export async function findEverything(session: Session, typed: string): Promise<Found[]> {
  const q = typed.trim().slice(0, 200);
  const seesAssets = session.can("view-asset");
  const seesStock = session.can("view-stock");
  if (q.length < 2 || !(seesAssets || seesStock)) return [];
  const db = session.authorizeAny("view-asset", "view-stock");
  const hasWords = matchOf(db.companyId, "asset", q) !== null;
  const digits = TICKET.exec(q)?.[1] ?? "";
  const prefix = digits && (/^pm/i.test(q) || digits.length >= 4) ? `PM-${digits}` : "";
  const [devices, reports, items] = await db.read(
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
      .innerJoin(assets, db.mine(assets, and(eq(assets.id, sql`found.record_id`), isNull(assets.deletedAt))))
      .innerJoin(departments, and(eq(departments.companyId, assets.companyId), eq(departments.id, assets.departmentId))),
    db
      .select({
        id: sql<string>`${serviceReports.id}`.as("report_id"),
        ticket: serviceReports.serviceTicket,
        on: serviceReports.serviceOn,
        code: assets.assetCode,
        name: sql<string>`${assets.name}`.as("asset_name"),
      })
      .from(serviceReports)
      .innerJoin(assets, and(eq(assets.companyId, serviceReports.companyId), eq(assets.id, serviceReports.assetId)))
      .where(
        db.mine(
          serviceReports,
          seesAssets && prefix
            ? sql`${serviceReports.serviceTicket} >= ${prefix} and ${serviceReports.serviceTicket} < ${`${prefix}:`}`
            : sql`0`,
        ),
      )
      .orderBy(desc(serviceReports.serviceTicket))
      .limit(EACH),
    db
      .select({ id: stockItems.id, name: stockItems.name, partNo: stockItems.partNo, quantity: stockItems.quantity, unit: stockItems.unit })
      .from(seesStock && hasWords ? some(db, "stock_item", q) : nothing)
      .innerJoin(
        stockItems,
        db.mine(stockItems, and(eq(stockItems.id, sql`found.record_id`), isNull(stockItems.deletedAt), isNull(stockItems.archivedAt))),
      ),
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
  ];
}

const nothing = sql`(select null as record_id where 0) as found`;
