import { and, asc, gt, isNull, lte } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import { apiKeys, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { activeAdmin } from "../../db/predicates.ts";
import { keyEndsLetter } from "../../mail/letters.ts";
import { mailOnce } from "../../mail/outbox.ts";

const DAY_MS = 86_400_000;
/** A letter goes when so many days are left, or fewer where no night came in between. */
export const DAYS_TOLD = [1, 14] as const;
const MOST_ADMINS = 20;
/** More than a company may have. */
const MOST_KEYS = 100;

type Place = { origin: string; timeZone: string; at: number };

const ending = (db: CompanyDb, at: number) =>
  db
    .select(pick(apiKeys, ["id", "name", "expiresAt"]))
    .from(apiKeys)
    .where(
      db.ofOwner(
        apiKeys,
        and(
          isNull(apiKeys.revokedAt),
          gt(apiKeys.expiresAt, at),
          lte(apiKeys.expiresAt, at + Math.max(...DAYS_TOLD) * DAY_MS),
        ),
      ),
    )
    .orderBy(asc(apiKeys.expiresAt))
    .limit(MOST_KEYS);

const admins = (db: CompanyDb) =>
  db
    .select(pick(users, ["id", "name", "email"]))
    .from(users)
    .where(db.ofOwner(users, activeAdmin))
    .orderBy(asc(users.name))
    .limit(MOST_ADMINS);

/**
 * The Admins of a company get a letter before a key ends: each once for every day that it is told at, however often this runs. A key that
 * was replaced has another end, of which they are told anew.
 */
export async function remindOfKeys(db: CompanyDb, { origin, timeZone, at }: Place): Promise<void> {
  const [keys, people] = await db.read(ending(db, at), admins(db));
  for (const { id, name: keyName, expiresAt } of keys) {
    const left = Math.ceil((expiresAt - at) / DAY_MS);
    const days = DAYS_TOLD.find((one) => left <= one)!;
    const key = `key_ends:${id}:${expiresAt}:${days}`;
    const endsOn = dayIn(timeZone, expiresAt);
    await mailOnce(
      db,
      key,
      people.map(({ id: userId, name, email }) => ({
        ...{ userId, to: email },
        ...keyEndsLetter(name, { keyName, endsOn }, origin),
      })),
    );
  }
}
