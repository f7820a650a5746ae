import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { ListResult } from "#app/shared/list.ts";
import { formatMinor } from "#app/shared/money.ts";
import {
  assets,
  serviceReportParts,
  serviceReports,
  stockItems,
  stores,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import { rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { beginExport } from "../lists/exports.ts";
import { askedOf } from "../lists/list-query.ts";

/** A part that a report used on a device. */
export type PartRow = {
  id: string;
  reportId: string;
  serviceTicket: string;
  serviceOn: string;
  partName: string;
  unit: string;
  qty: number;
  costMinor: number;
  totalMinor: number;
  storeName: string;
};
/** The number of reports read at a time: a device's reports have an index, its parts have none. */
const REPORTS = 22;
const MOST_EXPORTED = 5000;

type Line = Omit<PartRow, "reportId" | "serviceTicket" | "serviceOn">;
type Report = { id: string; serviceOn: string; serviceTicket: string; lines: string };
type Slice = Pick<ReturnType<typeof keyset>, "where" | "limit" | "orderBy">;

/** Reports of a device, each with its live part lines as JSON: as a subquery their index is used, as an outer join it is not. */
function linesOf(db: ReadingDb, assetId: string, { where, limit, orderBy }: Slice) {
  const { id, name, unit, qty, costMinor, totalMinor, stockItemId, serviceReportId, removedAt } =
    serviceReportParts;
  const ofReport = db.ofOwner(
    serviceReportParts,
    and(rare(sql`${serviceReportId} = ${serviceReports.id}`), isNull(removedAt)),
  );
  // A column of a nested expression keeps its table's name; one of a selected field does not.
  const lines = sql`(select json_group_array(json_object('id', ${id}, 'partName', ${name}, 'unit', ${unit}, 'qty', ${qty},
      'costMinor', ${costMinor}, 'totalMinor', ${totalMinor}, 'storeName', ${stores.name}))
    from ${serviceReportParts} cross join ${stockItems} on ${db.ofOwner(stockItems, sql`${stockItems.id} = ${stockItemId}`)}
    cross join ${stores} on ${db.ofOwner(stores, sql`${stores.id} = ${stockItems.storeId}`)} where ${ofReport})`;
  return db
    .select({
      id: serviceReports.id,
      serviceOn: serviceReports.serviceOn,
      serviceTicket: serviceReports.serviceTicket,
      lines: sql<string>`${lines}`.as("lines"),
    })
    .from(serviceReports)
    .where(
      db.ofOwner(
        serviceReports,
        and(rare(eq(serviceReports.assetId, assetId)), isNull(serviceReports.cancelledAt), where),
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}

const partsIn = ({ id: reportId, serviceOn, serviceTicket, lines }: Report): PartRow[] =>
  (JSON.parse(lines) as Line[]).map((line) => ({ ...line, reportId, serviceOn, serviceTicket }));

/** A page of the parts used on a device, newest report first, as a statement of the detail page's batch. */
export function partsOf(db: ReadingDb, assetId: string, params: URLSearchParams) {
  const query = {
    ...askedOf(params, ["date"], [], "desc"),
    dir: "desc" as const,
    q: "",
    size: REPORTS,
  };
  const slice = keyset(serviceReports.serviceOn, serviceReports.id, query, params);
  const page = (found: unknown[]): ListResult<PartRow> => {
    const { rows: reports, page: place } = slice.page(
      found as Report[],
      (row) => row.serviceOn,
      null,
    );
    const rows = reports.flatMap(partsIn);
    const isWhole = place.next === null && place.previous === null;
    return {
      rows,
      page: {
        ...place,
        from: rows.length ? 1 : 0,
        to: rows.length,
        total: isWhole ? rows.length : null,
      },
      query,
    };
  };
  return { statement: linesOf(db, assetId, slice), page };
}

/** The parts used on a device as a table for a file. @throws Response 404 for a device that is not the company's */
export async function exportParts(session: Session, assetId: string) {
  const isThere = (db: ReadingDb) =>
    db.exists(assets, and(eq(assets.id, assetId), isNull(assets.deletedAt))!);
  const db = await beginExport(session, "export-asset", "Parts used on an asset", {
    kind: "asset",
    isThere,
  });
  async function* pages() {
    const orderBy = [desc(serviceReports.serviceOn), desc(serviceReports.id)];
    const [reports] = await db.read(
      linesOf(db, assetId, { where: undefined, limit: MOST_EXPORTED, orderBy }),
    );
    yield (reports as Report[])
      .flatMap(partsIn)
      .map((part) => [
        ...[part.serviceTicket, part.serviceOn, part.partName, part.qty, part.unit, part.storeName],
        ...[formatMinor(part.costMinor), formatMinor(part.totalMinor)],
      ]);
  }
  return {
    name: `parts-${assetId}`,
    head: ["Service Ticket No", "Date", "Part", "Quantity", "Unit", "Store", "Cost", "Total Cost"],
    pages: pages(),
  };
}
