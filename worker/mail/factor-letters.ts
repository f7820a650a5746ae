import { instantText } from "#app/shared/dates.ts";
import { letter, oneLine } from "./letters.ts";
import type { Mail } from "./outbox.ts";

type Letter = Omit<Mail, "to">;

/** What can happen to a second factor, each with the whole sentence a letter says of it. */
const happened = {
  totp_on: "An authenticator app was set up for your account.",
  totp_off: "The authenticator app was removed from your account.",
  passkey_on: "A passkey was added to your account.",
  passkey_off: "A passkey was removed from your account.",
  codes_made: "New recovery codes were made for your account. The old ones no longer work.",
  code_used:
    "Somebody signed in to your account with a recovery code. Each code works once; make new ones before they run out.",
  replaced:
    "The second factors of your account were removed by the way for lost devices, and every session was ended.",
} as const;
export type FactorEvent = keyof typeof happened;

/** To the person, whenever what proves who they are has changed. */
export const factorChangedLetter = (name: string, origin: string, what: FactorEvent): Letter =>
  letter(
    origin,
    "Your sign-in was changed",
    name,
    happened[what],
    "",
    "If it was not you, choose a new password at once and tell whoever manages your account:",
    `${origin}/forgot-password`,
  );

/** To the person whose password was used to ask for new second factors; the link refuses it. */
export const lostDeviceLetter = (name: string, url: string, origin: string): Letter =>
  letter(
    origin,
    "Somebody says that you have lost your device",
    name,
    "Somebody who knows your password has asked to sign in to your account without its second factor.",
    "",
    "If it was you, tell whoever manages your account: they have to allow it. You then get another letter.",
    "",
    "If it was not you, open this link. It refuses the request, ends your sessions and makes the password useless:",
    url,
  );

/** To the person whom somebody else has allowed new second factors. @param fromAt when the link begins to work */
export const newFactorsLetter = (
  name: string,
  url: string,
  origin: string,
  { fromAt, timeZone }: { fromAt: number; timeZone: string },
): Letter =>
  letter(
    origin,
    "You may set up a new second factor",
    name,
    `Your request was allowed. From ${instantText(fromAt, timeZone)} on this link works for a week: it removes your second factors, and you sign in with your password and set up new ones:`,
    url,
    "",
    "The wait is there so that you can still refuse, by the link of the letter before this one, if it was not you who asked.",
  );

/** To those who may allow it. @param where the page on which they do */
export const lostDeviceAskedLetter = (
  name: string,
  person: { name: string; email: string },
  origin: string,
  where: string,
): Letter =>
  letter(
    origin,
    `${oneLine(person.name)} has lost their second factor`,
    name,
    `${oneLine(person.name)} (${person.email}) asks to sign in without it. Speak to them in person or by a telephone number you know before you allow it:`,
    where,
    "",
    "Whoever asks knows the password. If it was not them, end their sessions and send them a link for a new password.",
  );
