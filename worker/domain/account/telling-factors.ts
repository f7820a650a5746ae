import { newId } from "#drizzle/columns.ts";
import type { Realm } from "../../auth/realm.ts";
import type { Statement } from "../../db/db.ts";
import { type FactorEvent, factorChangedLetter } from "../../mail/factor-letters.ts";
import { mailing } from "../../mail/outbox.ts";

/** What a change or a use of second factors tells the person by mail, as a statement. */
export const tellingOfFactors = (
  { db, origin }: Pick<Realm, "db" | "origin">,
  { name, email }: { name: string; email: string },
  what: FactorEvent,
): Statement =>
  mailing(db, { to: email, ...factorChangedLetter(name, origin, what) }, `${what}:${newId()}`);
