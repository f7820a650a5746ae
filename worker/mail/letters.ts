import { dateText } from "#app/shared/dates.ts";
import { plural } from "#app/shared/plural.ts";
import type { Mail } from "./outbox.ts";

type Letter = Omit<Mail, "to">;
const place = (origin: string) => new URL(origin).host;
const signed = (origin: string, ...lines: string[]) =>
  [...lines, "", `Plumbline, ${place(origin)}`].join("\n");
/** A name or title cannot begin a line of its own. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ");
/** A letter to somebody by their name. @param origin the host it is about */
export const letter = (
  origin: string,
  subject: string,
  name: string,
  ...lines: string[]
): Letter => ({
  subject,
  origin,
  text: signed(origin, `Hello ${oneLine(name)},`, "", ...lines),
});
/** What somebody wrote, line by line, so that no line of it passes for one of the letter. */
export const quoted = (text: string | null | undefined) =>
  (text ?? "")
    .split(/[\n\v\f\r\u0085\u2028\u2029]/)
    .flatMap((line) => (line.trim() ? [`> ${line.trim()}`] : []));

export const resetLetter = (name: string, url: string, origin: string): Letter =>
  letter(
    origin,
    "Choose a new password",
    name,
    "Somebody asked for a new password for your account. Open this link within 30 minutes and choose one:",
    url,
    "",
    "If it was not you, nothing needs to be done; your password stays as it is.",
  );

export const invitationLetter = (name: string, url: string, origin: string): Letter =>
  letter(
    origin,
    `Your account on ${place(origin)}`,
    name,
    `An account was made for you on ${place(origin)}. Open this link within 72 hours, check your name and choose a password:`,
    url,
  );

/** To a consumer's contact, who gets an account of the portal. */
export const portalLetter = (name: string, url: string, origin: string): Letter =>
  letter(
    origin,
    `Your certificates on ${place(origin)}`,
    name,
    `An account was made for you on ${place(origin)}. There you see your certificates and machines, and ask for calibrations. Open this link within 72 hours, check your name and choose a password:`,
    url,
  );

type RequestAnswer = {
  requestNo: string;
  laboratory: string;
  status: "accepted" | "declined";
  /** What the laboratory writes about it. */
  reason: string | null;
};
/** To the contact who asked for a recalibration. */
export const requestAnswerLetter = (
  name: string,
  origin: string,
  { requestNo, laboratory, status, reason }: RequestAnswer,
): Letter =>
  letter(
    origin,
    status === "accepted"
      ? `Your request ${requestNo} is accepted`
      : `Your request ${requestNo} is declined`,
    name,
    status === "accepted"
      ? `${oneLine(laboratory)} has accepted your request ${requestNo}.`
      : `${oneLine(laboratory)} has declined your request ${requestNo}.`,
    ...quoted(reason),
    "",
    "Here you see how it stands:",
    `${origin}/portal/requests`,
  );

type Query = {
  kind: string;
  page: string;
  name: string;
  email: string | null;
  phone: string | null;
  organisation?: string | null;
  subject: string | null;
  message: string;
};
/** To the platform's own address: what somebody has written on a public page. */
export const queryLetter = (query: Query, origin: string): Letter => {
  const { kind, page, name, email, phone, organisation, subject, message } = query;
  const facts = [
    `Name: ${oneLine(name)}`,
    ...(email ? [`E-mail: ${oneLine(email)}`] : []),
    ...(phone ? [`Phone: ${oneLine(phone)}`] : []),
    ...(organisation ? [`Organisation: ${oneLine(organisation)}`] : []),
    ...(subject ? [`Subject: ${oneLine(subject)}`] : []),
    `Page: ${page}`,
  ];
  return {
    subject: `New message (${kind}) of ${oneLine(name)}`,
    origin,
    text: signed(origin, ...facts, "", ...quoted(message)),
  };
};

export const confirmAddressLetter = (name: string, url: string, origin: string): Letter =>
  letter(
    origin,
    "Confirm your new e-mail address",
    name,
    "This address was given as your new one. It counts once you confirm it; the link lasts 72 hours:",
    url,
    "",
    "If it was not you, do not open the link.",
  );

/** To the address of now. With a link, when no Admin asked for the change, it is asked to confirm as well. */
export const addressAskedLetter = (
  name: string,
  newEmail: string,
  origin: string,
  url?: string,
): Letter =>
  letter(
    origin,
    "A new e-mail address was asked for",
    name,
    `${newEmail} was given as the new address of your account. It counts once it is confirmed there.`,
    ...(url
      ? [
          "Open this link within 72 hours if it was you. Without it the new address cannot be used to choose a new password:",
          url,
          "",
        ]
      : []),
    "If it was not you, change your password and tell your administrator.",
  );

export const addressChangedLetter = (name: string, newEmail: string, origin: string): Letter =>
  letter(
    origin,
    "Your e-mail address was changed",
    name,
    `You now sign in with ${newEmail}; this address no longer counts.`,
    "If it was not you, tell your administrator.",
  );

/** To each Admin of a company, before a key ends. @param endsOn YYYY-MM-DD */
export const keyEndsLetter = (
  name: string,
  { keyName, endsOn }: { keyName: string; endsOn: string },
  origin: string,
): Letter =>
  letter(
    origin,
    `The API key ${oneLine(keyName)} ends on ${dateText(endsOn)}`,
    name,
    "From then on, the program that uses it is refused. Replace the key before, and give the program the new one; or revoke it where it is no longer used:",
    `${origin}/settings/api-keys`,
  );

export const passwordChangedLetter = (name: string, origin: string): Letter =>
  letter(
    origin,
    "Your password was changed",
    name,
    "The password of your account was changed, and your other sessions were ended.",
    `If it was not you, choose a new one at ${origin}/forgot-password and tell your administrator.`,
  );

type Told = { title: string; body?: string | null; link?: string | null };
const preferences = (origin: string) =>
  `Choose what reaches you and how: ${origin}/notifications/preferences`;

/** What follows the greeting in the mail of one notice. */
export const noticeText = ({ title, body, link }: Told, origin: string): string =>
  signed(
    origin,
    oneLine(title),
    ...quoted(body),
    "",
    `${origin}${link ?? "/notifications"}`,
    "",
    preferences(origin),
  );

type DuePart = { count: number; rows: readonly { id: string; text: string; on: string }[] };
/** Planned services of a person, their teams and Locations: what is overdue, and what this week brings. */
export type DueOfWeek = { overdue: DuePart; week: DuePart };

const dueLines = (part: DuePart, head: string, dateFormat?: string) =>
  part.count === 0
    ? []
    : [
        head,
        ...part.rows.map(({ text, on }) => `- ${oneLine(text)}, ${dateText(on, dateFormat)}`),
        ...(part.count > part.rows.length ? [`and ${part.count - part.rows.length} more`] : []),
        "",
      ];

/** What a digest says of planned services. */
const dueSection = (due: DueOfWeek | null, origin: string, dateFormat?: string) =>
  due
    ? [
        ...dueLines(due.overdue, `Overdue: ${due.overdue.count}`, dateFormat),
        ...dueLines(due.week, `Due this week: ${due.week.count}`, dateFormat),
        `${origin}/due-service-calendar`,
        "",
      ]
    : [];

/** One mail a day with what is new for a person; `more` are those it does not list. */
export const digestLetter = (
  name: string,
  told: readonly Told[],
  more: number,
  origin: string,
  due: DueOfWeek | null = null,
  dateFormat?: string,
): Letter => {
  const count = told.length + more;
  const lines = told.flatMap(({ title, body, link }) => [
    `- ${oneLine(title)}`,
    ...quoted(body).map((line) => `  ${line}`),
    ...(link ? [`  ${origin}${link}`] : []),
    "",
  ]);
  return letter(
    origin,
    count === 0
      ? "What is due this week"
      : told.length === 1 && !more
        ? told[0]!.title
        : `${count} things to know`,
    name,
    ...(count ? [plural(count, "This is new for you:", "These are new for you:"), ""] : []),
    ...lines,
    ...(more ? [`and ${more} more: ${origin}/notifications`, ""] : []),
    ...dueSection(due, origin, dateFormat),
    preferences(origin),
  );
};
