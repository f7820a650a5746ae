import { letter, quoted } from "./letters.ts";
import type { Mail } from "./outbox.ts";

type Letter = Omit<Mail, "to">;
type Ticket = { id: string; number: string; subject: string; openedByName: string };
const page = (origin: string, { id }: Ticket) => `${origin}/support/show/${id}`;
/** The page of a ticket on the platform's own host. */
const staffPage = (site: string, id: string) => `${site}/admin/support/show/${id}`;

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
  id: string;
  subject: string;
  company: string;
  name: string;
  body: string;
};

/** To the platform's support: a company asks. @param site the origin of the platform's own host */
export const askedLetter = ({ id, subject, company, name, body }: Asked, site: string): Letter =>
  letter(
    site,
    `New ticket: ${subject}`,
    "support",
    `${name} of ${company} has opened a ticket, ${subject}:`,
    ...quoted(body),
    "",
    "Answer on its page:",
    staffPage(site, id),
  );

/** To the platform's support: a company has written on one of its tickets. @param site the origin of the platform's own host */
export const answeredLetter = (
  { id, number, subject, company, name, body }: Asked & { number: string },
  site: string,
): Letter =>
  letter(
    site,
    `${number}: ${name} has written`,
    "support",
    `${name} of ${company} has written on ${number}, ${subject}:`,
    ...quoted(body),
    "",
    "Answer on its page:",
    staffPage(site, id),
  );
