import { and, asc, gt, isNull, lte } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import { apiKeys, scimTokens, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { activeAdmin } from "../../db/predicates.ts";
import { tokenEndsLetter } from "../../mail/identity-letters.ts";
import { keyEndsLetter } from "../../mail/letters.ts";
import { mailOnce } from "../../mail/outbox.ts";

const DAY_MS = 86_400_000;
/** A letter goes when so many days are left, or fewer where no night came in between. */
export const DAYS_TOLD = [1, 14] as const;
const MOST_ADMINS = 20;
/** More than a company may have. */
const MOST_KEYS = 100;

type Place = { origin: string; timeZone: string; at: number };

/** What of a table ends soon, as a statement. */
const ending = (db: CompanyDb, table: typeof apiKeys | typeof scimTokens, at: number) =>
  db
    .select({ id: table.id, name: table.name, expiresAt: table.expiresAt })
    .from(table)
    .where(
      db.ofOwner(
        table,
        and(
          isNull(table.revokedAt),
          gt(table.expiresAt, at),
          lte(table.expiresAt, at + Math.max(...DAYS_TOLD) * DAY_MS),
        ),
      ),
    )
    .orderBy(asc(table.expiresAt))
    .limit(MOST_KEYS);

const admins = (db: CompanyDb) =>
  db
    .select(pick(users, ["id", "name", "email"]))
    .from(users)
    .where(db.ofOwner(users, activeAdmin))
    .orderBy(asc(users.name))
    .limit(MOST_ADMINS);

/**
 * The Admins of a company get a letter before a key or a token of the directory ends: each once for every day that it is told at, however
 * often this runs. A key that was replaced has another end, of which they are told anew.
 */
export async function remindOfKeys(db: CompanyDb, { origin, timeZone, at }: Place): Promise<void> {
  const [keys, tokens, people] = await db.read(
    ending(db, apiKeys, at),
    ending(db, scimTokens, at),
    admins(db),
  );
  const all = [
    ...keys.map((one) => ({ ...one, topic: "key_ends", letterOf: keyEndsLetter })),
    ...tokens.map((one) => ({ ...one, topic: "token_ends", letterOf: tokenEndsLetter })),
  ];
  for (const { id, name: called, expiresAt, topic, letterOf } of all) {
    const left = Math.ceil((expiresAt - at) / DAY_MS);
    const days = DAYS_TOLD.find((one) => left <= one)!;
    const endsOn = dayIn(timeZone, expiresAt);
    await mailOnce(
      db,
      `${topic}:${id}:${expiresAt}:${days}`,
      people.map(({ id: userId, name, email }) => ({
        ...{ userId, to: email },
        ...letterOf(name, { keyName: called, endsOn }, origin),
      })),
    );
  }
}
