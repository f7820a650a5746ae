import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { scimTokens } from "#drizzle/tenant/index.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";
import { checked, id as idOf, text, whole } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { isSeed, tokenOf } from "../following/link.ts";
import { adminDb } from "../identity/admin.ts";

const DAY_MS = 86_400_000;
const MOST = 10;

const living = () => and(isNull(scimTokens.revokedAt), gt(scimTokens.expiresAt, Date.now()));
/** The tokens that serve, as a statement; never what they are. */
export const readingTokens = (db: Pick<ReadingDb, "select" | "ofOwner">) =>
  db
    .select({
      id: scimTokens.id,
      name: scimTokens.name,
      createdAt: scimTokens.createdAt,
      expiresAt: scimTokens.expiresAt,
      lastUsedAt: scimTokens.lastUsedAt,
    })
    .from(scimTokens)
    .where(db.ofOwner(scimTokens, living()))
    .orderBy(asc(scimTokens.id))
    .limit(MOST);

/** `seed` is what the secret is made of. */
export const tokenInput = z.strictObject({
  name: text("Name", 60),
  days: whole("Days", 1, 730),
  seed: z.string().refine(isSeed, "Open the page again"),
  password: ownPassword,
});
export const tokenNamed = z.strictObject({ id: idOf("Choose a token") });

/** A token that was made: it is told once and stored nowhere. */
export type MadeToken = { id: string; token: string };

/**
 * Makes a token for the company's directory. The same form makes the same one, so that a repeated form is told it again.
 * @throws Response 403 for anybody but an Admin; 409 for too many; 422
 */
export async function makeToken(session: Session, input: unknown): Promise<Answer<MadeToken>> {
  const db = adminDb(session);
  const { name, days, seed, password } = checked(tokenInput, input);
  await provePassword(session, password, "password");
  const id = newId();
  const secretOf = async (of: string) => `scim_${await tokenOf(seed, of)}`;
  const few = sql`(select count(*) from ${scimTokens} where ${db.ofOwner(scimTokens, living())}) < ${sql.raw(String(MOST))}`;
  const answer = await db.commit({
    writes: [
      db.assert("state", few),
      db.inserting(scimTokens, {
        ...{ id, name, tokenHash: await sha256(await secretOf(id)) },
        expiresAt: Date.now() + days * DAY_MS,
      }),
    ],
    activity: { action: "create.directory_token", kind: "directory_token", id, label: name },
    answer: { status: 201, message: "Token made", data: { id } },
  });
  return { ...answer, data: { id: answer.data.id, token: await secretOf(answer.data.id) } };
}

/** A token serves no longer. @throws Response 403 for anybody but an Admin; 404 */
export async function revokeToken(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { id } = checked(tokenNamed, input);
  const row = await db.find(scimTokens, id);
  if (!row || row.revokedAt !== null)
    return (await db.firstAnswer<{ id: string }>()) ?? notFound("token");
  return db.commit({
    writes: [db.updating(scimTokens, eq(scimTokens.id, id), { revokedAt: Date.now() })],
    ...recorded("directory_token", "revoke.directory_token", row, "Token revoked"),
  });
}
