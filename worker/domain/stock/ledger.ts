import { and, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { addDays, dayIn, startOfDay } from "#app/shared/company-time.ts";
import type { ListQuery } from "#app/shared/list.ts";
import { stockMovements } from "#drizzle/tenant/index.ts";
import { movementKinds } from "#drizzle/tenant/stores.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import type { Session } from "../../session.ts";
import { type Changing, toldColumns } from "../changes/changed-since.ts";
import { askedOf } from "../lists/list-query.ts";
import { aboutItem, aboutOf } from "./history.ts";

const table = stockMovements;
const report = (column: string) =>
  sql.raw(`(select "service_reports"."${column}" from "service_report_parts"
    join "service_reports" on "service_reports"."company_id" = "service_report_parts"."company_id" and "service_reports"."id" = "service_report_parts"."service_report_id"
    where "service_report_parts"."company_id" = "stock_movements"."company_id" and "service_report_parts"."id" = "stock_movements"."service_report_part_id")`);
/** The item at the other end of a transfer. */
const otherItem = sql.raw(`(select "other"."stock_item_id" from "stock_movements" as "other"
  where "other"."company_id" = "stock_movements"."company_id" and "other"."id" = "stock_movements"."pair_id")`);
/** The batches of a movement: the one it named, or those that expired first. */
const batches =
  sql.raw(`coalesce("stock_movements"."batch_no", (select group_concat("stock_batches"."batch_no", ', ') from "stock_batch_moves"
  join "stock_batches" on "stock_batches"."company_id" = "stock_batch_moves"."company_id" and "stock_batches"."id" = "stock_batch_moves"."stock_batch_id"
  where "stock_batch_moves"."company_id" = "stock_movements"."company_id" and "stock_batch_moves"."movement_id" = "stock_movements"."id"))`);

export const movementColumns = {
  id: table.id,
  at: table.at,
  kind: table.kind,
  qty: table.qty,
  balanceAfter: table.balanceAfter,
  unitCostMinor: table.unitCostMinor,
  seq: table.seq,
  batchNo: sql<string | null>`${batches}`.as("batch_no"),
  expiryOn: table.expiryOn,
  party: table.party,
  billNo: table.billNo,
  reason: table.reason,
  actorName: table.actorName,
  reportId: sql<string | null>`${report("id")}`.as("report_id"),
  ticket: sql<string | null>`${report("service_ticket")}`.as("ticket"),
  otherItemId: sql<string | null>`${otherItem}`.as("other_item_id"),
};
export type MovementRow = SelectResultFields<typeof movementColumns>;

/** The kinds a ledger can be filtered by. */
export const movementWords: readonly string[] = movementKinds;

export const askedMovements = (params: URLSearchParams): ListQuery =>
  askedOf(params, ["seq"], ["kind", "since"], "desc");

/** The predicate of a ledger's filters: the kind, and how many of the company's days back. */
export const chosenMovements = (
  id: string,
  { filters: { kind = "", since = "" } }: ListQuery,
  timeZone: string,
): SQL | undefined =>
  and(
    eq(table.stockItemId, id),
    movementWords.includes(kind) ? sql`${table.kind} = ${kind}` : undefined,
    /^\d{1,4}$/.test(since)
      ? gte(table.at, startOfDay(addDays(dayIn(timeZone), 1 - Number(since)), timeZone))
      : undefined,
  );

/** The movements of an item, newest first, as a statement of a page's batch. */
export const movementsOf = (db: ReadingDb, id: string) =>
  db
    .select(movementColumns)
    .from(table)
    .where(db.ofOwner(table, eq(table.stockItemId, id)))
    .orderBy(desc(table.seq));

/** What programs that copy the ledger are told of each movement, which is never changed. */
export const movementsTold: Changing = {
  table,
  columns: toldColumns(table),
  way: "made",
  owners: { reportId: report("id"), otherItemId: otherItem },
};

/** A page of the movements of every item, newest first. @throws Response 403 */
export async function listMovements(session: Session, params: URLSearchParams) {
  const db = session.authorize("view-stock");
  const query = askedOf(params, ["newest"], [], "desc");
  const slice = keyset(table.id, table.id, query, params);
  const [rows] = await db.read(
    db
      .select({ ...movementColumns, stockItemId: table.stockItemId })
      .from(table)
      .where(db.ofOwner(table, slice.where))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  return slice.page(rows, (row) => row.id, null);
}

/** Every movement of one item, newest first, with what its costs were and which batches are there. @throws Response 404 */
export async function ledgerOf(session: Session, id: string, params: URLSearchParams) {
  const { timeZone } = session.company;
  const db = session.authorize("view-stock");
  const query = askedMovements(params);
  const slice = keyset(table.seq, table.id, query, params, { unique: true });
  const [rows, ...about] = await db.read(
    db
      .select(movementColumns)
      .from(table)
      .where(db.ofOwner(table, and(chosenMovements(id, query, timeZone), slice.where)))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    ...aboutItem(db, id),
  );
  return {
    about: aboutOf(about, timeZone),
    ...slice.page(rows, (row) => row.seq, null),
    query,
  };
}
