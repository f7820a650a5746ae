import { desc, eq, sql } from "drizzle-orm";
import type { ListResult } from "#app/shared/list.ts";
import { pick } from "#app/shared/pick.ts";
import {
  assetTransferLines,
  assetTransfers,
  departments,
  gatePasses,
  gatePassLines,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { namedBy } from "../lists/more-columns.ts";
import { type HistoryRow, movementsOf } from "./history-tab.ts";

/** The newest transfers and the newest passes of a device that its time line tells of; their lists have the older ones. */
const MOST_DOCUMENTS = 20;

/** The newest transfers of a device, as a statement of a read. @param isSeen whether the person may see transfers */
export const transfersOf = (db: ReadingDb, assetId: string, isSeen: boolean) =>
  db
    .select({
      transferId: sql<string>`${assetTransfers.id}`.as("transfer_id"),
      ...pick(assetTransfers, ["number", "kind", "status", "reason", "dueBackOn", "createdAt"]),
      toName: namedBy(departments, departments.name, assetTransfers.toDepartmentId),
      lineStatus: sql<
        (typeof assetTransferLines.$inferSelect)["status"]
      >`${assetTransferLines.status}`.as("line_status"),
      ...pick(assetTransferLines, ["conditionIn", "discrepancy"]),
    })
    .from(assetTransferLines)
    .innerJoin(assetTransfers, pointsTo(assetTransferLines.transferId, assetTransfers))
    .where(
      db.ofOwner(
        assetTransferLines,
        isSeen ? rare(eq(assetTransferLines.assetId, assetId)) : sql`0`,
      ),
    )
    .orderBy(desc(assetTransferLines.id))
    .limit(MOST_DOCUMENTS + 1);
type TransferOf = Awaited<ReturnType<typeof transfersOf>>[number];

/** The same for its gate passes. */
export const passesOf = (db: ReadingDb, assetId: string, isSeen: boolean) =>
  db
    .select({
      passId: sql<string>`${gatePasses.id}`.as("pass_id"),
      ...pick(gatePasses, ["number", "kind", "purpose", "status", "partyName", "createdAt"]),
      ...pick(gatePasses, ["outAt", "expectedReturnOn", "closedAt", "decisionReason"]),
      vendorName: namedBy(vendors, vendors.name, gatePasses.vendorId),
      ...pick(gatePassLines, ["conditionIn", "returnedAt"]),
    })
    .from(gatePassLines)
    .innerJoin(gatePasses, pointsTo(gatePassLines.gatePassId, gatePasses))
    .where(db.ofOwner(gatePassLines, isSeen ? rare(eq(gatePassLines.assetId, assetId)) : sql`0`))
    .orderBy(desc(gatePassLines.id))
    .limit(MOST_DOCUMENTS + 1);
type PassOf = Awaited<ReturnType<typeof passesOf>>[number];

/** One thing of a device's time line: a move, a transfer, or a gate pass that is made out, leaves or ends. */
export type MovementEntry = { id: string; at: number } & (
  | { of: "move"; row: HistoryRow }
  | { of: "transfer"; transfer: TransferOf }
  | { of: "pass"; step: "made" | "out" | "back" | "gone"; pass: PassOf }
);

const ofTransfer = (transfer: TransferOf): MovementEntry => ({
  ...{ id: transfer.transferId, at: transfer.createdAt },
  ...{ of: "transfer", transfer },
});

/** A pass that never left is told when it was made out; others when they left, and when the device came back or was given up. */
function ofPass(pass: PassOf): MovementEntry[] {
  const { passId, outAt, returnedAt, status, closedAt, createdAt } = pass;
  const entry = (step: "made" | "out" | "back" | "gone", at: number): MovementEntry => ({
    ...{ id: `${passId} ${step}`, at },
    ...{ of: "pass", step, pass },
  });
  if (outAt === null) return [entry("made", createdAt)];
  const end =
    returnedAt !== null
      ? [entry("back", returnedAt)]
      : status === "written_off" && closedAt !== null
        ? [entry("gone", closedAt)]
        : [];
  return [entry("out", outAt), ...end];
}

export type MovementPage = Omit<ListResult<HistoryRow>, "rows"> & {
  entries: MovementEntry[];
  /** Which lists the person sees, and which of them have older ones than are told here. */
  sees: { transfers: boolean; passes: boolean };
  older: { transfers: boolean; passes: boolean };
};

/**
 * The time line of a device's moves, transfers and gate passes, newest first, as statements of the detail page's batch. It is paged
 * by the moves: a page tells what else happened between its first move and the next page's.
 */
export function movementTab(
  session: Session,
  db: ReadingDb,
  assetId: string,
  params: URLSearchParams,
) {
  const { statement, page, spanOf } = movementsOf(db, assetId, params);
  const sees = {
    transfers: session.can("view-asset-transfer"),
    passes: session.can("view-gate-pass"),
  };
  const reads = [
    statement(),
    transfersOf(db, assetId, sees.transfers),
    passesOf(db, assetId, sees.passes),
  ] as const;
  const shown = (
    rows: Parameters<typeof page>[0],
    transfers: TransferOf[],
    passes: PassOf[],
  ): MovementPage => {
    const { rows: moves, ...place } = page(rows);
    const { since, until } = spanOf(rows, { rows: moves, page: place.page });
    const documents = [
      ...transfers.slice(0, MOST_DOCUMENTS).map(ofTransfer),
      ...passes.slice(0, MOST_DOCUMENTS).flatMap(ofPass),
    ].filter(({ at }) => at < until && at >= since);
    const entries = [
      ...moves.map((row): MovementEntry => ({ id: row.id, at: row.at, of: "move", row })),
      ...documents,
    ].sort((a, b) => b.at - a.at);
    return {
      ...place,
      entries,
      sees,
      older: {
        transfers: transfers.length > MOST_DOCUMENTS,
        passes: passes.length > MOST_DOCUMENTS,
      },
    };
  };
  return { reads, shown };
}
