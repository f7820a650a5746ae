import { letter, quoted } from "./letters.ts";
import type { Mail } from "./outbox.ts";

type Letter = Omit<Mail, "to">;
type Ticket = { id: string; number: string; subject: string; openedByName: string };
const page = (origin: string, { id }: Ticket) => `${origin}/support/show/${id}`;

/** To who opened a ticket: the platform has answered. @param origin of the company's own host */
export const repliedLetter = (ticket: Ticket, body: string, origin: string): Letter =>
  letter(
    origin,
    `${ticket.number}: an answer to your question`,
    ticket.openedByName,
    `We have answered your ticket ${ticket.number}, ${ticket.subject}:`,
    ...quoted(body),
    "",
    "Answer on its page:",
    page(origin, ticket),
  );

/** To who opened a ticket: it is resolved. @param note what was said with it */
export const resolvedLetter = (
  ticket: Ticket,
  { note, days }: { note: string | null; days: number },
  origin: string,
): Letter =>
  letter(
    origin,
    `${ticket.number} is resolved`,
    ticket.openedByName,
    `Your ticket ${ticket.number}, ${ticket.subject}, is resolved.`,
    ...quoted(note),
    "",
    `If something is still wrong, answer on its page. Without an answer it closes after ${days} days:`,
    page(origin, ticket),
  );

type Asked = {
  subject: string;
  company: string;
  name: string;
  body: string;
};

/** To the platform's support: a company asks. @param origin of the company's host */
export const askedLetter = ({ subject, company, name, body }: Asked, origin: string): Letter =>
  letter(
    origin,
    `New ticket: ${subject}`,
    "support",
    `${name} of ${company} has opened a ticket, ${subject}:`,
    ...quoted(body),
    "",
    "It stands among the new support tickets.",
  );

/** To the platform's support: a company has written on one of its tickets. @param origin of the company's host */
export const answeredLetter = (
  { number, subject, company, name, body }: Asked & { number: string },
  origin: string,
): Letter =>
  letter(
    origin,
    `${number}: ${name} has written`,
    "support",
    `${name} of ${company} has written on ${number}, ${subject}:`,
    ...quoted(body),
    "",
    `It stands among the support tickets as ${number}.`,
  );
