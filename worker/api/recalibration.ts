import { consumerContacts, recalibrationRequests as table } from "#drizzle/tenant/index.ts";
import { newFactorsInput } from "../domain/people/new-factors.ts";
import {
  allowContactFactors,
  endContactAccount,
  inviteContact,
} from "../domain/portal/accounts.ts";
import { recalibrationRequestsPage } from "../domain/recalibration/list.ts";
import { findRecalibrationRequest } from "../domain/recalibration/read.ts";
import { data, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import {
  columnsShape,
  day,
  id,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  text,
} from "./shapes.ts";
import { toWire } from "./wire.ts";

const columns =
  "id requestNo consumerId contactId wishedOn note lineCount status answer createdAt version";
const names = { consumer_name: text, contact_name: text };

const ofRequest = companyCalls({ tag: "Recalibration request", of: table });
const ofContact = companyCalls({ tag: "Contact", of: consumerContacts });

/** What consumers ask for in the portal, and who signs in there. Moves of requests are in flows.ts. */
export const recalibrationCalls: Call[] = [
  ofRequest({
    get: "/recalibration-requests",
    needs: "view-consumer",
    says: "List: Recalibration request",
    query: listQuery(
      ["newest"],
      { tab: oneOf("requested", "accepted", "all"), consumer: text },
      false,
    ),
    answer: page(columnsShape(table, columns, { ...names, moves: offers })),
    run: ({ session, query }) => recalibrationRequestsPage(session, query),
  }),
  ofRequest({
    get: "/recalibration-requests/:id",
    needs: "view-consumer",
    says: "Read: Recalibration request, with its machines and the certificates begun for them",
    answer: data(
      rowShape(table, {
        ...names,
        lines: list(
          object({
            ...{ id, machine_id: id, machine_no: text, machine_name: text, machine_status: text },
            ...{ serial_no: orNull(text), next_due_on: orNull(day) },
            ...{ certificate_report_id: orNull(id), certificate_name: orNull(text) },
            certificate_status: orNull(text),
          }),
        ),
        moves: offers,
      }),
    ),
    run: async ({ session, id: requestId }) => {
      const { lines, ...request } = await findRecalibrationRequest(session, requestId);
      return { ...request, lines: lines.map(toWire) };
    },
  }),
  ofContact({
    post: "/consumer-contacts/:id/invite",
    needs: "edit-consumer",
    says: "Invite a contact to the portal by their e-mail: they get a link that lasts 72 hours",
    status: 201,
    run: ({ session, id: contactId }) => inviteContact(session, contactId),
  }),
  ofContact({
    post: "/consumer-contacts/:id/end-account",
    needs: "edit-consumer",
    says: "Take a contact's account of the portal away: their sessions end at once",
    run: ({ session, id: contactId }) => endContactAccount(session, contactId),
  }),
  ofContact({
    post: "/consumer-contacts/:id/new-factors",
    needs: "edit-consumer",
    isAdminOnly: true,
    says: "Vouch for a contact who has lost their second factor: a letter goes to them, whose link works a day after they asked. Admin only",
    input: newFactorsInput,
    example: { password: "Calibrate-2026-demo" },
    run: ({ session, id: contactId, body }) => allowContactFactors(session, contactId, body),
  }),
];
