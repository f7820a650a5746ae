import { type TicketState, ticketStates } from "#app/shared/flows/support-tickets.ts";
import { ticketPriorityWords } from "#app/shared/ticket-words.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

type Status = TicketState["status"];
const looks: Record<Status, { tone: Tone; icon: IconName; calm?: true }> = {
  open: { tone: "info", icon: "mail" },
  in_progress: { tone: "info", icon: "user", calm: true },
  waiting_customer: { tone: "amber", icon: "clock" },
  resolved: { tone: "in-date", icon: "ok", calm: true },
  closed: { tone: "hold", icon: "lock", calm: true },
  reopened: { tone: "info", icon: "refresh" },
};

/** The word of a ticket's state. @param isOwn for the company itself */
export const stateWord = (status: Status, isOwn: boolean): string =>
  isOwn && status === "waiting_customer" ? "Waiting for you" : ticketStates[status];

/** A ticket's state: colour, icon and word. @param isOwn for the company itself */
export function TicketStatus({ status, isOwn = false }: { status: Status; isOwn?: boolean }) {
  return <Badge {...looks[status]}>{stateWord(status, isOwn)}</Badge>;
}

const levels = { low: "low", normal: "medium", high: "high", urgent: "critical" } as const;

/** How urgent a ticket is: a level, which its class draws, and its word. */
export function TicketPriority({ of }: { of: keyof typeof levels }) {
  return <span className={`prio ${levels[of]}`}>{ticketPriorityWords[of]}</span>;
}
