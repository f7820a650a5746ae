import { dateText } from "#app/shared/dates.ts";
import { letter, oneLine } from "./letters.ts";
import type { Mail } from "./outbox.ts";

/** To every Admin, when the one for emergencies has signed in by password. */
export const emergencyUsedLetter = (
  name: string,
  { person, provider }: { person: { name: string; email: string }; provider: string },
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    `${oneLine(person.name)} signed in without ${oneLine(provider)}`,
    name,
    `${oneLine(person.name)} (${person.email}) is named to sign in by password in an emergency, and has just done so. Everybody else signs in by ${oneLine(provider)}.`,
    "",
    "If nobody knows of an emergency, end their sessions and choose another password for them:",
    `${origin}/users`,
  );

/** To a person, when their account is known by an account at the provider from now on. */
export const identityLinkedLetter = (
  name: string,
  provider: string,
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    `You sign in with ${oneLine(provider)} now`,
    name,
    `Your account at ${origin} is linked to an account at ${oneLine(provider)}. Whoever signs in there with it is let in here as you.`,
    "",
    "If this was not you, tell an Admin of your company at once: they can forget the link and end your sessions.",
  );

/** To each Admin of a company, before a token of the directory ends. @param endsOn YYYY-MM-DD */
export const tokenEndsLetter = (
  name: string,
  { keyName, endsOn }: { keyName: string; endsOn: string },
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    `The directory token ${oneLine(keyName)} ends on ${dateText(endsOn)}`,
    name,
    "From then on, your directory adds and removes nobody here. Make another token before, and give it to the directory; or revoke it where it is no longer used:",
    `${origin}/settings/sign-in`,
  );
