import { Link } from "react-router";
import { isPossible } from "#app/shared/flows/rules.ts";
import { ticketRules } from "#app/shared/flows/support-tickets.ts";
import { ticketCategoryWords } from "#app/shared/ticket-words.ts";
import { SelectField, TextArea } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { ratingChoices, Stars } from "#app/ui/stars.tsx";
import { Note } from "#app/ui/states.tsx";
import { AgeText, TimeText } from "#app/ui/time.tsx";
import { findTicket } from "#worker/domain/support/read.ts";
import { sessionContext } from "#worker/web/context.ts";
import { ticketActions } from "#worker/web/support-actions.ts";
import type { Route } from "./+types/ticket";
import "#app/css/calls.css";
import "#app/css/support.css";
import { Conversation } from "./conversation.tsx";
import { TicketPriority, TicketStatus } from "./looks.tsx";
import { MessageForm } from "./message-form.tsx";
import { closedFor, MoveLinks } from "./ticket-moves.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  findTicket(context.get(sessionContext), params.id);
export { clientAction } from "#app/ui/sending.ts";
export const action = ticketActions;
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.ticket.number ?? "Ticket"} - Plumbline` },
];

const inPlace = ["answer"];

/** A question to the platform, and what was said about it. */
export default function Ticket({ loaderData, actionData }: Route.ComponentProps) {
  const { ticket, replies, isCut, now } = loaderData;
  const { id, number, status, moves, rating, ratingNote } = ticket;
  const problem = refusalOf(actionData);
  const over = closedFor(moves);
  return (
    <>
      <PageHead
        title={ticket.subject}
        crumbs={[
          { label: "Support Ticket", to: "/supports" },
          { label: <span className="code">{number}</span> },
        ]}
        badges={
          <>
            <TicketStatus status={status} isOwn />
            <TicketPriority of={ticket.priority} />
          </>
        }
        actions={<MoveLinks moves={moves} inPlace={inPlace} />}
      />
      <div className="cols cols-32">
        <div className="stack stack-natural">
          {over && (
            <Note tone="info" icon="info">
              {over} <Link to="/support/create">New ticket</Link>
            </Note>
          )}
          <Conversation replies={replies} isCut={isCut} files="/support/file" isOwn />
          {isPossible(moves, "answer") && (
            <MessageForm
              intent="answer"
              title="Answer"
              label="Message"
              verb="Send answer"
              tone="primary"
              problem={problem}
            />
          )}
        </div>
        <div className="stack stack-natural">
          <Panel title="Ticket">
            <DefinitionList
              entries={[
                ["Category", ticketCategoryWords[ticket.category]],
                ["Opened by", ticket.openedByName],
                ["Opened", <TimeText key="opened" at={ticket.createdAt} />],
                [
                  "Last reply",
                  <span key="last">
                    <AgeText at={ticket.lastReplyAt} now={now} /> ago
                  </span>,
                ],
                ["Closed", ticket.closedAt && <TimeText key="closed" at={ticket.closedAt} />],
              ]}
            />
          </Panel>
          {rating !== null && (
            <Panel title="Rating">
              <p>
                <Stars rating={rating} />
              </p>
              {ratingNote && <p className="said">{ratingNote}</p>}
            </Panel>
          )}
          <p>
            <Link to="/support/helps">Helps</Link>
          </p>
        </div>
      </div>
      <MoveDialog
        of={{ id, moves }}
        rules={ticketRules}
        name={number}
        keep="Back"
        fields={(move) => move === "rate" && <RatingFields />}
        problem={problem}
      />
    </>
  );
}

const RatingFields = () => (
  <>
    <SelectField name="rating" label="How was the help?" required options={ratingChoices} />
    <TextArea name="ratingNote" label="Note" maxLength={500} rows={2} />
  </>
);
