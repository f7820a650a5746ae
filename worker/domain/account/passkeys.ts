import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { creationOptions, MOST_PASSKEYS, verifyNew } from "../../auth/factors/passkeys.ts";
import { moveSession } from "../../auth/move-session.ts";
import { realmOfPerson } from "../../auth/realm.ts";
import { endingSessions } from "../../auth/session-life.ts";
import type { AnyPerson } from "../../contact-session.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import { checked, id as idField, text } from "../entity/fields.ts";
import {
  countingFactors,
  firstFactor,
  ofFactors,
  ownFactorRows,
  refuseLast,
  withCodes,
} from "./factors.ts";
import { removingFactors } from "./lost-device.ts";
import { ownPassword, provePassword } from "./prove-password.ts";
import { tellingOfFactors } from "./telling-factors.ts";

const MOST_ANSWERED = 16_000;
const newInput = z.strictObject({
  name: text("Name", 60),
  credential: z.string().max(MOST_ANSWERED),
  challenge: z.string().max(2_000),
  currentPassword: ownPassword,
});

/** What the browser is asked to make. @throws Response 409 when there are too many */
export async function wantedPasskey(session: AnyPerson, env: Env) {
  const realm = realmOfPerson(session);
  const { person, passkeys } = await ownFactorRows(realm, session);
  if (passkeys.length >= MOST_PASSKEYS) tooManyPasskeys();
  return creationOptions(env, realm, person, passkeys);
}

const tooManyPasskeys = () =>
  conflict(`A person can have at most ${MOST_PASSKEYS} passkeys. Remove one first.`);

/**
 * Keeps a passkey that the browser has made. Other sessions end.
 * @returns recovery codes with the first second factor; null otherwise
 * @throws Response 409 when there are too many; 422 for an answer that is not right or known, or a wrong proof
 */
export async function addPasskey(session: AnyPerson, env: Env, values: unknown) {
  const realm = realmOfPerson(session);
  const { name, currentPassword, ...sent } = checked(newInput, values);
  const { userId } = session.actor;
  await provePassword(session, currentPassword);
  const { person, passkeys } = await ownFactorRows(realm, session);
  if (passkeys.length >= MOST_PASSKEYS) tooManyPasskeys();
  const made = await verifyNew(env, realm, userId, sent);
  if (!made) return invalid({ name: ["The passkey could not be checked. Try again."] });
  const { db, factors } = realm;
  const table = factors.passkeys;
  const first = await firstFactor(realm, session, person);
  const answer = await db.commit({
    writes: [
      ...made.writes,
      db.inserting(table, { ...made.passkey, id: newId(), name }),
      countingFactors(realm, userId),
      ...first.writes,
      tellingOfFactors(realm, person, "passkey_on"),
    ],
    activity: {
      ...ofFactors(session, "add.passkey"),
      changes: [{ field: "passkey", from: null, to: name }],
    },
    answer: { status: 200, message: "The passkey is added", data: null },
  });
  await moveSession(realm, session);
  return withCodes(answer, first.codes);
}

const removeInput = z.strictObject({
  id: idField("Choose a passkey"),
  currentPassword: ownPassword,
});

/** Removes a passkey of one's own. With the last second factor go recovery codes and remembered browsers. @throws Response 404, 409, 422 */
export async function removePasskey(session: AnyPerson, values: unknown): Promise<Answer> {
  const realm = realmOfPerson(session);
  const { id, currentPassword } = checked(removeInput, values);
  const { person, passkeys } = await ownFactorRows(realm, session);
  const passkey = passkeys.find((one) => one.id === id) ?? notFound("passkey");
  const isLast = passkeys.length === 1 && person.totpSecret === null;
  refuseLast(session, isLast);
  await provePassword(session, currentPassword);
  const { userId, sessionId } = session.actor;
  const { db, factors } = realm;
  const table = factors.passkeys;
  const own = and(eq(table.id, id), eq(table.userId, userId))!;
  return db.commit({
    writes: [
      db.assert("state", db.exists(table, own)),
      ...(isLast
        ? removingFactors(realm, userId)
        : [db.removing(table, own), countingFactors(realm, userId)]),
      ...endingSessions(realm, userId, sessionId),
      tellingOfFactors(realm, person, "passkey_off"),
    ],
    activity: {
      ...ofFactors(session, "remove.passkey"),
      changes: [{ field: "passkey", from: passkey.name, to: null }],
    },
    answer: { status: 200, message: `${passkey.name} is removed`, data: null },
  });
}
