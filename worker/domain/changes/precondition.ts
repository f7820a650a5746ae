import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { versioned } from "../../db/company-db.ts";
import type { Permission } from "../../permissions.ts";
import type { Expected } from "../../precondition.ts";
import { isRefusal, refuse } from "../../refusals.ts";
import { Session } from "../../session.ts";

const CHANGED = "Someone else changed this record";

/**
 * The version of a company's record that `If-Match` names; null without one, and for any version there may be.
 * @throws Response 412 for what is no tag of a record
 */
export function expectedBy(
  request: Request,
  of: SQLiteTable | undefined,
  id: string,
): Expected | null {
  const header = request.headers.get("If-Match")?.trim();
  if (!header || header === "*" || !of || !versioned(getTableName(of))) return null;
  const version = Number(/^"(\d+)(?:-[0-9a-f]+)?"$/.exec(header)?.[1] ?? Number.NaN);
  if (Number.isNaN(version)) refuse(412, "If-Match does not name a version of this record");
  return { table: getTableName(of), id, version, isAsked: false };
}

/**
 * Does the work of a call; where it finds another version than the one that was expected, both are told.
 * @param needed permissions of the call, by which the record is looked at again
 * @throws Response 412, or the refusal as it was
 */
export async function asExpected<R>(
  session: unknown,
  expected: Expected | null,
  needed: readonly Permission[],
  work: () => R | Promise<R>,
): Promise<R> {
  try {
    return await work();
  } catch (refusal) {
    if (!expected || !isRefusal(refusal, 409) || !(session instanceof Session)) throw refusal;
    const row = await session.authorizeAny(...needed).find(versioned(expected.table)!, expected.id);
    const { version } = (row ?? {}) as { version?: number };
    if (version === undefined || version === expected.version) throw refusal;
    return refuse(412, CHANGED, { data: { version, expected_version: expected.version } });
  }
}
