import { dateText } from "#app/shared/dates.ts";
import { letter, oneLine } from "./letters.ts";
import type { Mail } from "./outbox.ts";

type Closed = {
  name: string;
  companyName: string;
  /** YYYY-MM-DD. */
  purgeOn: string;
  /** Who of the company has closed it; null where the platform's staff have. */
  by: string | null;
};

/** To each Admin of a company that was closed. @param site origin of the platform's own host */
export const closedLetter = (
  { name, companyName, purgeOn, by }: Closed,
  site: string,
): Omit<Mail, "to"> =>
  letter(
    site,
    `${oneLine(companyName)} was closed`,
    name,
    by === null
      ? `${oneLine(companyName)} was closed by the staff of Plumbline.`
      : `${oneLine(companyName)} was closed by ${oneLine(by)}.`,
    "Its addresses answer no longer, and everybody is signed out. Orders that were not paid are cancelled, and the subscription has ended.",
    "",
    `Its data is kept until ${dateText(purgeOn)}, and then removed. Invoices and the platform's own log are kept.`,
    "If it was closed by mistake, or you want it back, write to us before that day:",
    `${site}/contact-us`,
  );

/** To each Admin of a company that is open again. @param origin of the company's own host */
export const reopenedLetter = (
  { name, companyName }: { name: string; companyName: string },
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    `${oneLine(companyName)} is open again`,
    name,
    `${oneLine(companyName)} was opened again, with everything that was in it. Sign in as before:`,
    `${origin}/login`,
  );
