import { letter, oneLine } from "./letters.ts";
import type { Mail } from "./outbox.ts";

type SignedUp = { name: string; companyName: string; host: string; url: string };

/** To whoever asks for a trial. @param origin of the platform */
export const signUpLetter = (
  { name, companyName, host, url }: SignedUp,
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    "Start your trial",
    name,
    `Somebody, we hope you, asked for a trial of Plumbline for ${companyName} on ${host}. Open this link within 24 hours to start it:`,
    url,
    "",
    "If it was not you, nothing needs to be done: after two days nothing of it is kept.",
  );

/** To the first Admin of a company that has signed up. @param origin of the company's own host */
export const welcomeLetter = (
  { name, companyName }: Pick<SignedUp, "name" | "companyName">,
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    `${oneLine(companyName)} is ready`,
    name,
    "Your company has its own address. Sign in there with this e-mail address and the password you have chosen:",
    `${origin}/login`,
  );

type Exported = { name: string; companyName: string; days: number };

/** To the Admin who asked for the company's data. @param origin of the company's own host */
export const exportReadyLetter = (
  { name, companyName, days }: Exported,
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    `The data of ${oneLine(companyName)} is ready`,
    name,
    `Everything your company has entered was put together. Take it within ${days} days from the page of your subscription:`,
    `${origin}/subscription#your-data`,
    "",
    "The link opens for Admins of the company alone.",
  );
