import { eq, sql } from "drizzle-orm";
import { recalibrationRules } from "#app/shared/flows/recalibration-requests.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import {
  consumerContacts,
  consumers,
  recalibrationRequests as table,
} from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { type Documents, listDocuments, type Tab } from "../lists/documents.ts";
import { namedBy } from "../lists/more-columns.ts";
import { recalibrationFlow } from "./flow.ts";

const MOST_COUNTED = 1000;
type Status = (typeof table.$inferSelect)["status"];
const is = (...states: Status[]) => states.map((one) => eq(table.status, one));

const columns = {
  ...pick(table, ["requestNo", "consumerId", "contactId", "wishedOn", "note", "lineCount"]),
  ...pick(table, ["status", "answer", "createdAt", "version"]),
  consumerName: namedBy(consumers, consumers.name, table.consumerId),
  contactName: namedBy(consumerContacts, consumerContacts.name, table.contactId),
};
const open = (status: Status, label: string): Tab => ({
  label,
  each: () => is(status),
  look: ({ db }) =>
    sql`select count(*) from (select 1 from ${table} where ${db.ofOwner(table, eq(table.status, status))} limit ${sql.raw(String(MOST_COUNTED))})`,
});

/** What consumers ask for: what waits for an answer, what is at work, and all of it. */
export const recalibrationList: Documents<typeof columns> = {
  table,
  permission: "view-consumer",
  title: table.requestNo,
  columns,
  tabs: {
    requested: open("requested", "To answer"),
    accepted: open("accepted", "Accepted"),
    all: { label: "All" },
  },
  filters: { consumer: (id) => ({ lead: eq(table.consumerId, id) }) },
  records: { consumer: table.consumerId },
};

/** A page of requests. One round trip. @throws Response 403 */
export async function recalibrationRequestsPage(session: Session, params: URLSearchParams) {
  const list = await listDocuments(session, recalibrationList, params);
  const mover = recalibrationFlow.moverOf(session);
  return {
    ...list,
    rows: list.rows.map((row) => ({ ...row, moves: movesOf(recalibrationRules, row, mover) })),
  };
}
