import { and, count, desc, eq, gt, isNull } from "drizzle-orm";
import type { Realm } from "../realm.ts";
import type { ChallengeFor } from "../tokens.ts";
import { MOST_PASSKEYS, type Passkey, requestOptions, rpIdOf } from "./passkeys.ts";

/** A person's passkeys, the newest first, as a statement. */
export const lookingForPasskeys = ({ db, factors }: Realm, userId: string) =>
  db
    .select()
    .from(factors.passkeys)
    .where(db.ofOwner(factors.passkeys, eq(factors.passkeys.userId, userId)))
    .orderBy(desc(factors.passkeys.id))
    .limit(MOST_PASSKEYS);

/** Asks for one of a person's passkeys that were made for this host; null where there is none. */
export function askOwn(
  env: Env,
  realm: Realm,
  purpose: ChallengeFor,
  userId: string,
  passkeys: readonly Passkey[],
) {
  const here = passkeys.filter(({ rpId }) => rpId === rpIdOf(realm));
  return here.length ? requestOptions(env, realm, purpose, { userId, passkeys: here }) : null;
}

/** How many recovery codes a person has left, as a statement. */
export const countingCodes = ({ db, factors }: Realm, userId: string) =>
  db
    .select({ n: count() })
    .from(factors.codes)
    .where(
      db.ofOwner(
        factors.codes,
        and(eq(factors.codes.userId, userId), isNull(factors.codes.usedAt)),
      ),
    );

const MOST_DEVICES = 50;

/** The browsers in which a person is not asked for a second factor, as a statement. */
export const lookingForDevices = ({ db, factors }: Realm, userId: string) =>
  db
    .select()
    .from(factors.devices)
    .where(
      db.ofOwner(
        factors.devices,
        and(eq(factors.devices.userId, userId), gt(factors.devices.expiresAt, Date.now())),
      ),
    )
    .limit(MOST_DEVICES);
