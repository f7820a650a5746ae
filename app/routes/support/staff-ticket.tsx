import { Link } from "react-router";
import { isPossible } from "#app/shared/flows/rules.ts";
import { ticketRules } from "#app/shared/flows/support-tickets.ts";
import { ticketCategoryWords } from "#app/shared/ticket-words.ts";
import { SelectField } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { Stars } from "#app/ui/stars.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { findStaffTicket } from "#worker/domain/support/staff-tickets.ts";
import { staffContext } from "#worker/web/context.ts";
import { staffTicketActions } from "#worker/web/support-actions.ts";
import { CompanyLink } from "../platform/company-link.tsx";
import { CompanyStatus, serviceTypes } from "../platform/parts.tsx";
import type { Route } from "./+types/staff-ticket";
import "#app/css/calls.css";
import "#app/css/support.css";
import { Conversation } from "./conversation.tsx";
import { TicketPriority, TicketStatus } from "./looks.tsx";
import { MessageForm } from "./message-form.tsx";
import { MoveLinks } from "./ticket-moves.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(staffContext);
  return {
    ...(await findStaffTicket(session, params.id)),
    seesCompanies: session.may("manage-company"),
  };
}
export { clientAction } from "#app/ui/sending.ts";
export const action = staffTicketActions;
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.ticket.number ?? "Ticket"} - Plumbline` },
];

const inPlace = ["reply", "note"];
type Page = Route.ComponentProps["loaderData"];

/** A company's question, with what staff have noted among themselves. */
export default function StaffTicket({ loaderData, actionData }: Route.ComponentProps) {
  const { ticket, replies, isCut, people } = loaderData;
  const { id, number, version, status, moves } = ticket;
  const problem = refusalOf(actionData);
  return (
    <>
      <PageHead
        title={ticket.subject}
        crumbs={[
          { label: "Support Ticket", to: "/admin/supports" },
          { label: <span className="code">{number}</span> },
        ]}
        badges={
          <>
            <TicketStatus status={status} />
            <TicketPriority of={ticket.priority} />
          </>
        }
        actions={<MoveLinks moves={moves} inPlace={inPlace} />}
      />
      <div className="cols cols-32">
        <div className="stack stack-natural">
          <Conversation replies={replies} isCut={isCut} files="/admin/support/file" />
          {isPossible(moves, "reply") && (
            <MessageForm
              intent="reply"
              title="Reply to the company"
              label="Reply"
              verb="Send reply"
              tone="primary"
              problem={problem}
            />
          )}
          {isPossible(moves, "note") && (
            <MessageForm
              intent="note"
              title="Internal note"
              label="Note, which the company does not see"
              verb="Add internal note"
              tone="plain"
              problem={problem}
              className="is-note"
            />
          )}
        </div>
        <Facts page={loaderData} />
      </div>
      <MoveDialog
        of={{ id, version, moves }}
        rules={ticketRules}
        name={number}
        keep="Back"
        fields={(move) =>
          move === "assign" && (
            <SelectField
              name="assignedTo"
              label="Person"
              required
              options={people.filter(({ value }) => value !== ticket.assignedTo)}
            />
          )
        }
        problem={problem}
      />
    </>
  );
}

function Facts({ page }: { page: Page }) {
  const { ticket, company, others, assigneeName, seesCompanies } = page;
  const { rating, ratingNote } = ticket;
  return (
    <div className="stack stack-natural">
      <Panel title="Ticket">
        <DefinitionList
          entries={[
            ["Assigned to", assigneeName ?? "Nobody"],
            ["Category", ticketCategoryWords[ticket.category]],
            ["Opened by", `${ticket.openedByName}, ${ticket.openedByEmail}`],
            ["Opened", <TimeText key="opened" at={ticket.createdAt} />],
            [
              "First answer",
              ticket.firstResponseAt && <TimeText key="first" at={ticket.firstResponseAt} />,
            ],
            ["Closed", ticket.closedAt && <TimeText key="closed" at={ticket.closedAt} />],
            [
              "Rating",
              rating !== null && (
                <span key="rating">
                  <Stars rating={rating} />
                  {ratingNote && `: ${ratingNote}`}
                </span>
              ),
            ],
          ]}
        />
      </Panel>
      <Panel title="Company">
        <DefinitionList
          entries={[
            ["Name", <CompanyLink key="name" company={company} may={seesCompanies} />],
            ["Host", company.host && <span className="code">{company.host}</span>],
            ["Plan", company.plan ?? "None"],
            ["Service type", serviceTypes[company.serviceType]?.label],
            ["Status", <CompanyStatus key="status" company={company} />],
          ]}
        />
      </Panel>
      {others.length > 0 && (
        <Panel title="Other open tickets" flush>
          <ul className="row-list">
            {others.map((other) => (
              <li key={other.id}>
                <div>
                  <Link className="name" to={`/admin/support/show/${other.id}`}>
                    {other.subject}
                  </Link>
                  <span className="line-2 code">{other.number}</span>
                </div>
                <TicketStatus status={other.status} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
