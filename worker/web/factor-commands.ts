import type { AnyPerson } from "../contact-session.ts";
import { forgetDevices, keepApp, removeApp, renewCodes } from "../domain/account/factors.ts";
import { addPasskey, removePasskey } from "../domain/account/passkeys.ts";
import type { Commands } from "./actions.ts";

/** The forms about one's own second factors, for people, contacts and staff. */
export const factorCommands: Commands<AnyPerson> = {
  app: ({ session, visit }, values) => keepApp(session, visit.env, values),
  "remove-app": ({ session }, values) => removeApp(session, values),
  passkey: ({ session, visit }, values) => addPasskey(session, visit.env, values),
  "remove-passkey": ({ session }, values) => removePasskey(session, values),
  codes: ({ session }, values) => renewCodes(session, values),
  "forget-devices": ({ session }) => forgetDevices(session),
};
