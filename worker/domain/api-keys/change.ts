import { and, eq, isNull, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { apiKeyScopes, apiKeys, departments } from "#drizzle/tenant/index.ts";
import { withinLimit } from "../../auth/attempts.ts";
import { newKeyToken } from "../../auth/key-token.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Results } from "../../db/db.ts";
import { mayBeOfKey } from "../../key-permissions.ts";
import { conflict, invalid, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { provePassword } from "../account/prove-password.ts";
import { checked } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { makeInput, renameInput, replaceInput } from "./input.ts";
import { adminOnly, keyOf } from "./read.ts";

const DAY_MS = 86_400_000;
/** After a key is replaced, its secret before counts on for so long. */
const FORMER_MS = DAY_MS;
/** Keys a company has at once, that are not revoked. */
const MOST = 50;
const KIND = "api_key";

/** What is told once of a key. `key` is null where the same request was carried out before: it was told then, and is kept nowhere. */
export type MadeKey = { id: string; key: string | null };

function opened(session: Session): CompanyDb {
  adminOnly(session);
  return session.authorize("edit-settings");
}

const living = (id: string) => and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))!;
type Found = Results<[ReturnType<typeof keyOf>]>[0][number];
/** @throws Response 404; 409 for one that is revoked */
function usable(key: Found | undefined): Found {
  if (!key) return notFound("API key");
  return key.revokedAt === null ? key : conflict("This API key is revoked");
}

/**
 * Makes a key. Its secret is in this answer alone.
 * @throws Response 402; 403 for anybody but an Admin; 409 where the company has as many as it may; 422, also for a wrong password; 429
 */
export async function makeKey(session: Session, input: unknown): Promise<Answer<MadeKey>> {
  const db = opened(session);
  const { name, permissions, departments: places = [], days, password } = checked(makeInput, input);
  const { serviceType } = session.company;
  if (!permissions.every((one) => mayBeOfKey(one, serviceType)))
    invalid({ permissions: ["An API key cannot have this permission"] });
  await provePassword(session, password, "password");
  const id = newId();
  const { token, hash } = await newKeyToken(id);
  const few = sql`(select count(*) from ${apiKeys} where ${db.ofOwner(apiKeys, isNull(apiKeys.revokedAt))}) < ${sql.raw(String(MOST))}`;
  const work = db.commit({
    writes: [
      db.assert("user_limit", few),
      ...(places.length ? [db.assert("usable_reference", areThere(db, places))] : []),
      db.inserting(apiKeys, {
        ...{ id, name, permissions, isLimited: places.length > 0, secretHash: hash },
        expiresAt: Date.now() + days * DAY_MS,
      }),
      ...(places.length
        ? [
            db.insertingAll(
              apiKeyScopes,
              places.map((departmentId) => ({ id: newId(), apiKeyId: id, departmentId })),
            ),
          ]
        : []),
    ],
    activity: {
      ...{ action: `create.${KIND}`, kind: KIND, id, label: name },
      changes: [
        { field: "permissions", from: null, to: permissions.join(", ") },
        { field: "days", from: null, to: days },
        ...(places.length ? [{ field: "departments", from: null, to: places.length }] : []),
      ],
    },
    answer: { status: 201, message: "API key made. Copy it now.", data: { id } },
  });
  const answer = await withinLimit(work, () =>
    conflict(`A company can have ${MOST} API keys. Revoke one that is no longer used.`),
  );
  return told(answer, id, token);
}

const areThere = (db: CompanyDb, places: readonly string[]) =>
  sql`(select count(*) from ${departments} where ${db.ofOwner(
    departments,
    sql`${departments.id} in (select "value" from json_each(${JSON.stringify(places)})) and ${departments.deletedAt} is null and ${departments.archivedAt} is null`,
  )}) = cast(${places.length} as integer)`;

/** A request that was carried out before answers the id of then. */
function told(answer: Answer<{ id: string }>, id: string, token: string): Answer<MadeKey> {
  if (answer.data.id === id) return { ...answer, data: { id, key: token } };
  return {
    ...answer,
    message: "This API key was made already, and was shown then. Replace it if it was lost.",
    data: { ...answer.data, key: null },
  };
}

/** Gives a key another name. @throws Response 402; 403; 404; 409, also for one that is revoked; 422 */
export async function renameKey(
  session: Session,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = opened(session);
  const { name, version } = checked(renameInput, input);
  const [[found]] = await db.read(keyOf(db, id));
  const key = usable(found);
  refuseStale(key, version);
  const changes = [{ field: "name", from: key.name, to: name }];
  return db.commit({
    writes: [
      db.assertUnchanged(apiKeys, key, isNull(apiKeys.revokedAt)),
      db.updating(apiKeys, living(id), { name }),
    ],
    ...recorded(KIND, `update.${KIND}`, { id, name }, "API key renamed", { changes }),
  });
}

/**
 * Gives a key another secret and another end. The secret before counts on for a day, so that the program can be told the new one meanwhile.
 * @throws Response 402; 403; 404; 409, also for one that is revoked; 422, also for a wrong password; 429
 */
export async function replaceKey(
  session: Session,
  id: string,
  input: unknown,
): Promise<Answer<MadeKey>> {
  const db = opened(session);
  const { password, days } = checked(replaceInput, input);
  await provePassword(session, password, "password");
  const [[found]] = await db.read(keyOf(db, id));
  const key = usable(found);
  const now = Date.now();
  const { token, hash } = await newKeyToken(id);
  const expiresAt = now + days * DAY_MS;
  const { answer, activity } = recorded(KIND, `replace.${KIND}`, key, "API key replaced", {
    changes: [{ field: "days", from: null, to: days }],
  });
  const mark = newId();
  const made = await db.commit({
    writes: [
      db.assertUnchanged(apiKeys, key, isNull(apiKeys.revokedAt)),
      db.updating(apiKeys, living(id), {
        ...{ secretHash: hash, expiresAt },
        ...{ formerHash: key.secretHash, formerUntil: Math.min(now + FORMER_MS, key.expiresAt) },
      }),
    ],
    activity,
    answer: { ...answer, message: "API key replaced. Copy the new one now.", data: { id, mark } },
  });
  const isOurs = made.data.mark === mark;
  return {
    ...made,
    ...(isOurs
      ? {}
      : { message: "This API key was replaced already, and the new one was shown then." }),
    data: { id, key: isOurs ? token : null },
  };
}

/** Ends a key with its secrets for good, at once. @throws Response 402; 403; 404; 409 for one that is revoked */
export async function revokeKey(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = opened(session);
  const [[found]] = await db.read(keyOf(db, id));
  const key = usable(found);
  return db.commit({
    writes: [
      db.assertUnchanged(apiKeys, key, isNull(apiKeys.revokedAt)),
      db.updating(apiKeys, living(id), {
        revokedAt: Date.now(),
        formerHash: null,
        formerUntil: null,
      }),
    ],
    ...recorded(KIND, `revoke.${KIND}`, key, "API key revoked. It opens nothing any more."),
  });
}
