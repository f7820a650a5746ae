import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { tablesOf } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";
import { realmOf } from "../auth/realm.ts";
import { sha256 } from "../auth/tokens.ts";
import type { Table } from "../db/db.ts";
import type { Visit } from "../env.ts";
import { isUnchanged } from "../files/serve.ts";
import { isRefusal, refuse } from "../refusals.ts";

const HASH_LETTERS = 24;
const CHANGED = "Someone else changed this record";
const tenantTables = new Set<unknown>(tablesOf(schema));
/** Tables of companies whose rows carry a version. */
const isVersioned = (table: SQLiteTable | undefined): table is SQLiteTable =>
  tenantTables.has(table) && "version" in getTableColumns(table!);

/**
 * An answer with its tag, or 304 where the client has it as it is. A record's tag is strong: its version and a hash of the whole answer, so
 * that the version alone can be taken from it. A list's is weak.
 */
export async function tagged(
  request: Request,
  answer: Response,
  isRecord: boolean,
): Promise<Response> {
  if (answer.status !== 200 || !answer.headers.get("Content-Type")?.startsWith("application/json"))
    return answer;
  const text = await answer.text();
  const hash = (await sha256(text)).slice(0, HASH_LETTERS);
  const { data } = JSON.parse(text) as { data?: { version?: unknown } | null };
  const version = isRecord && typeof data?.version === "number" ? `${data.version}-` : "";
  const etag = isRecord ? `"${version}${hash}"` : `W/"${hash}"`;
  const headers = new Headers(answer.headers);
  headers.set("ETag", etag);
  if (!isUnchanged(request.headers.get("If-None-Match"), etag.replace(/^W\//, "")))
    return new Response(text, { headers });
  headers.delete("Content-Type");
  return new Response(null, { status: 304, headers });
}

/** What a client expects of a record that it changes or deletes. */
export type Expected = { table: Table; id: string; version: number; isAsked: boolean };

/**
 * The version that `If-Match` names; null without one, and for any version there may be.
 * @throws Response 412 for what is no tag of a record
 */
export function expectedBy(
  request: Request,
  of: SQLiteTable | undefined,
  id: string,
): Expected | null {
  const header = request.headers.get("If-Match")?.trim();
  if (!header || header === "*" || !isVersioned(of)) return null;
  const version = Number(/^"(\d+)(?:-[0-9a-f]+)?"$/.exec(header)?.[1] ?? Number.NaN);
  if (Number.isNaN(version)) refuse(412, "If-Match does not name a version of this record");
  return { table: of as Table, id, version, isAsked: false };
}

/**
 * Does the work of a call; where it finds another version than the one that was expected, both are told.
 * @throws Response 412, or the refusal as it was
 */
export async function carriedOut<R>(visit: Visit, work: () => R | Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (refusal) {
    const { expected } = visit.precondition ?? {};
    if (!expected || !isRefusal(refusal, 409)) throw refusal;
    const row = await realmOf(visit)?.db.find(expected.table, expected.id);
    const { version } = (row ?? {}) as { version?: number };
    if (version === undefined || version === expected.version) throw refusal;
    return refuse(412, CHANGED, { data: { version, expected_version: expected.version } });
  }
}
