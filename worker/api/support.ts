import { ticketStates } from "#app/shared/flows/support-tickets.ts";
import { supportReplies, supportTickets } from "#drizzle/control/index.ts";
import { ticketFlow } from "../domain/support/flow.ts";
import { companyColumns, listTickets, ticketTabs } from "../domain/support/list.ts";
import { openTicket, ticketInput } from "../domain/support/open.ts";
import { findTicket } from "../domain/support/read.ts";
import {
  assigneeWords,
  findStaffTicket,
  listStaffTickets,
  ticketAges,
} from "../domain/support/staff-tickets.ts";
import { data, done, page } from "./answers.ts";
import { type Call, companyCalls, platformCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { platformMoveCalls } from "./platform-flows.ts";
import {
  columnsShape,
  id,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  text,
  truth,
  whole,
} from "./shapes.ts";
import { shown } from "./wire.ts";

const tag = ticketFlow.label;
const ofCompany = companyCalls({ tag, needs: "view-support-ticket", of: supportTickets });
const ofStaff = platformCalls({ tag, needs: "manage-support-ticket", of: supportTickets });

const reply = columnsShape(supportReplies, "id status authorKind actorName note isInternal at", {
  files: list(object({ id, file_name: text, bytes: whole })),
});
const conversation = { replies: list(reply), is_cut: truth, moves: offers };

/** Messages and their files by their names on the wire. */
const onWire = (replies: readonly { files: readonly object[] }[]) =>
  shown(replies.map((reply) => ({ ...reply, files: shown(reply.files) })));

/** Questions of companies to the platform. */
export const supportCalls: Call[] = [
  ofCompany({
    get: "/supports",
    says: "List: Support ticket. A User lists those they opened",
    query: { ...listQuery(["newest"], { tab: oneOf(...ticketTabs) }, false) },
    answer: page(columnsShape(supportTickets, companyColumns)),
    run: ({ session, query }) => listTickets(session, query),
  }),
  ofCompany({
    get: "/supports/:id",
    says: "Read: Support ticket, with what was said on it",
    answer: data(columnsShape(supportTickets, companyColumns, conversation)),
    run: async ({ session, id: ticketId }) => {
      const { ticket, replies, isCut } = await findTicket(session, ticketId);
      return { ...ticket, replies: onWire(replies), isCut };
    },
  }),
  ofCompany({
    post: "/supports",
    needs: "create-support-ticket",
    says: "Ask the platform: a new ticket",
    input: ticketInput,
    example: {
      subject: "Labels print on two pages",
      category: "bug",
      priority: "normal",
      body: "Since this morning each label takes two pages.",
    },
    status: 201,
    answer: done(object({ id, number: text })),
    run: ({ session, body }) => openTicket(session, body),
  }),
  ofStaff({
    get: "/admin/supports",
    says: "List: Support ticket of all companies, in one status",
    query: listQuery(
      ["newest"],
      {
        tab: oneOf(...Object.keys(ticketStates)),
        priority: oneOf(...supportTickets.priority.enumValues),
        assignee: { ...text, description: `${Object.values(assigneeWords).join(", ")}, or an id` },
        company: id,
        age: oneOf(...ticketAges),
      },
      false,
    ),
    answer: page(
      columnsShape(
        supportTickets,
        "id number subject category companyId openedByName priority assignedTo lastReplyAt lastReplyBy status createdAt",
        { company_name: text, assignee_name: orNull(text) },
      ),
    ),
    run: ({ session, query }) => listStaffTickets(session, query),
  }),
  ofStaff({
    get: "/admin/supports/:id",
    says: "Read: Support ticket, with internal notes",
    answer: data(rowShape(supportTickets, { ...conversation, company_name: text })),
    run: async ({ session, id: ticketId }) => {
      const { ticket, replies, isCut, company } = await findStaffTicket(session, ticketId);
      return { ...ticket, replies: onWire(replies), isCut, companyName: company.name };
    },
  }),
  ...platformMoveCalls("/support-tickets", ticketFlow),
];
