import { eq, sql } from "drizzle-orm";
import { type Offer, movesOf as offersOf } from "#app/shared/flows/rules.ts";
import { needsApproval, transferRules } from "#app/shared/flows/transfers.ts";
import {
  assetAccessories,
  assetTransferLines,
  assetTransfers,
  transferEvents,
  users,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { isOpen } from "./counters.ts";
import { transferFlow } from "./flow.ts";
import { departmentsOf, type Line, linesOf, placesOf, type Transfer } from "./lines.ts";

const MOST_EVENTS = 50;
const MOST_TICKED = 200;

const eventsOf = (db: ReadingDb, id: string) =>
  db
    .select()
    .from(transferEvents)
    .where(db.ofOwner(transferEvents, eq(transferEvents.transferId, id)))
    .orderBy(transferEvents.id)
    .limit(MOST_EVENTS);

const elsewhere: Record<string, { at: "fromDepartmentId" | "toDepartmentId"; why: string }> = {
  dispatch: { at: "fromDepartmentId", why: "People of the Location it comes from dispatch it" },
  receive: { at: "toDepartmentId", why: "People of the Location it goes to receive it" },
  "receive-directly": {
    at: "toDepartmentId",
    why: "People of the Location it goes to receive it",
  },
};

/** What somebody may do with a transfer: besides its rules, each Location acts for itself. */
export function movesFor(session: Session, db: Pick<ReadingDb, "covers">, row: Transfer): Offer[] {
  const { settings } = session.company;
  return offersOf(transferRules, row, transferFlow.moverOf(session))
    .filter(({ move }) => move !== "receive-directly" || !needsApproval(settings))
    .map((offer) => {
      const side = elsewhere[offer.move];
      return side && offer.why === null && !db.covers(row[side.at])
        ? { ...offer, why: side.why }
        : offer;
    });
}

/** A transfer with its lines and what happened to it, for the API. @throws Response 403, 404 */
export async function findTransfer(session: Session, id: string) {
  const db = session.authorize("view-asset-transfer");
  const [[transfer], lines, events] = await db.read(
    db.byId(assetTransfers, id),
    linesOf(db, id),
    eventsOf(db, id),
  );
  const row = transfer ?? notFound("transfer");
  const moves = movesFor(session, db, row).filter(({ move }) => transferFlow.isMove(move));
  return { ...row, lines, events, moves };
}

type Ticked = { id: string; name: string; serialNo: string | null };
/** The ticked accessories of a transfer's lines: whoever receives them does not see their devices yet. */
const tickedOf = (db: ReadingDb, id: string) => {
  const lines = db.ofOwner(assetTransferLines, eq(assetTransferLines.transferId, id));
  const ticked = sql`select "ticked"."value" from ${assetTransferLines} cross join json_each(${assetTransferLines.accessoryIds}) as "ticked" where ${lines}`;
  return db
    .select({
      id: sql<string>`${assetAccessories.id}`.as("accessory_id"),
      name: sql<string>`${assetAccessories.name}`.as("accessory_name"),
      serialNo: sql<string | null>`${assetAccessories.serialNo}`.as("accessory_serial"),
    })
    .from(sql`${acrossLocations(assetAccessories, "a document that the person sees moves it")}`)
    .where(db.ofOwner(assetAccessories, sql`${assetAccessories.id} in (${ticked})`))
    .limit(MOST_TICKED);
};

const peopleOf = (db: ReadingDb, id: string) =>
  db
    .select({ id: users.id, name: users.name })
    .from(
      sql`(select distinct "who"."value" as "id" from ${assetTransfers} cross join json_each(json_array(${assetTransfers.requestedBy}, ${assetTransfers.approvedBy},
        ${assetTransfers.dispatchedBy}, ${assetTransfers.receivedBy}, ${assetTransfers.returnedBy})) as "who"
        where ${db.ofOwner(assetTransfers, eq(assetTransfers.id, id))}) as "who"`,
    )
    .crossJoin(users)
    .where(db.ofOwner(users, sql`${users.id} = "who"."id"`));

export type LineView = Omit<Line, "companyId" | "accessoryIds"> & {
  accessories: Ticked[];
};

/** All that the page and the slip of a transfer show, in one trip. @throws Response 403, 404 */
export async function viewTransfer(session: Session, id: string) {
  const db = session.authorize("view-asset-transfer");
  const [[transfer], lines, events, departments, places, ticked, people] = await db.read(
    db.byId(assetTransfers, id),
    linesOf(db, id),
    eventsOf(db, id),
    departmentsOf(db, id),
    placesOf(db, id),
    tickedOf(db, id),
    peopleOf(db, id),
  );
  const row = transfer ?? notFound("transfer");
  const nameOf = (of: string | null) => people.find((one) => one.id === of)?.name ?? null;
  const placeOf = (of: string | null) => places.find((one) => one.id === of)?.path ?? null;
  const departmentOf = (of: string) => departments.find((one) => one.id === of)?.name ?? "";
  const { companyId: _, ...shown } = row;
  return {
    ...shown,
    isOpen: isOpen(row),
    from: { department: departmentOf(row.fromDepartmentId), place: placeOf(row.fromLocationId) },
    to: { department: departmentOf(row.toDepartmentId), place: placeOf(row.toLocationId) },
    people: {
      requested: nameOf(row.requestedBy),
      approved: nameOf(row.approvedBy),
      dispatched: nameOf(row.dispatchedBy),
      received: nameOf(row.receivedBy),
      returned: nameOf(row.returnedBy),
    },
    lines: lines.map(
      ({ companyId: __, accessoryIds, ...line }): LineView => ({
        ...line,
        accessories: ticked.filter((one) => accessoryIds.includes(one.id)),
      }),
    ),
    events: events.map(({ id: event, status, note, actorName, at }) => ({
      id: event,
      status,
      note,
      actorName,
      at,
    })),
    moves: movesFor(session, db, row),
  };
}
export type TransferView = Awaited<ReturnType<typeof viewTransfer>>;
