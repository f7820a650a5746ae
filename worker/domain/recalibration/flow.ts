import { sql } from "drizzle-orm";
import { recalibrationRules } from "#app/shared/flows/recalibration-requests.ts";
import { consumerContacts, recalibrationRequests as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { requestAnswerLetter } from "../../mail/letters.ts";
import { mailing } from "../../mail/outbox.ts";
import type { Session } from "../../session.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";

const work = workOn<typeof table>();

/** Who asked, if they still are a contact. */
const askedBy = (db: CompanyDb, id: string) =>
  db.byId(
    consumerContacts,
    sql`(select "its"."contact_id" from ${table} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${id})`,
  );

type Answer = "accepted" | "declined";
/** The contact's letter about what the laboratory answered; none to a contact without an address. */
const telling = (
  { db, session }: { db: CompanyDb; session: Session },
  { id, requestNo, version }: Pick<Row<typeof table>, "id" | "requestNo" | "version">,
  contact: Row<typeof consumerContacts> | undefined,
  said: { status: Answer; reason: string | null },
) =>
  contact?.email
    ? [
        mailing(
          db,
          {
            to: contact.email,
            ...requestAnswerLetter(contact.name, session.origin, {
              ...{ requestNo, laboratory: session.company.name },
              ...said,
            }),
          },
          `recalibration:${id}:${version}`,
        ),
      ]
    : [];

const answering = (
  status: Answer,
  says: { message: string; summary: string; example: { reason: string } },
) =>
  work({
    ...says,
    stamp: status,
    reads: (db, id) => [askedBy(db, id)],
    run: ({ db, session, before, values: { reason }, read: [[contact]] }) => ({
      set: { answer: reason },
      writes: telling({ db, session }, before, contact, { status, reason }),
    }),
  });

/** What consumers ask for in the portal, as the laboratory answers it. The contact's own move, to withdraw it, is the portal's. */
export const recalibrationFlow = flow({
  name: "recalibration_request",
  label: "Recalibration request",
  noun: "request",
  table,
  column: "status",
  rules: recalibrationRules,
  title: ({ requestNo }) => requestNo,
  moves: {
    accept: answering("accepted", {
      message: "Request accepted",
      summary: "Accept a request for recalibration: its contact is told, and its work is begun",
      example: { reason: "We come on Tuesday morning" },
    }),
    decline: answering("declined", {
      message: "Request declined",
      summary: "Decline a request for recalibration: its contact is told why",
      example: { reason: "We have no standard for this kind of device" },
    }),
    finish: work({
      stamp: "done",
      message: "Request done",
      summary: "Mark an accepted request for recalibration as done",
      example: { reason: "Two machines were not found on the ward" },
    }),
  },
});
