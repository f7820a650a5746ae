import { type SQL, sql } from "drizzle-orm";
import { assetTransfers, userScopes } from "#drizzle/tenant/index.ts";
import { rare } from "../db/predicates.ts";

/** What waits for a person limited to Locations is counted up to here. */
const MOST = 100;

const own = ["transfers.requested", "transfers.dispatched"] as const;
/** The counters of the documents that wait for somebody, and of those in which a person had a part. */
export const waitingNames = (person: SQL): SQL[] =>
  own.flatMap((name) => [sql`${name}`, sql`${`${name}:`} || ${person}`]);

const joined = (column: string, state: string) =>
  sql.raw(`"sent"."${column}" = "limit"."department_id" and "sent"."status" = '${state}'`);

/** What of the transfers at a limited person's own Locations waits for others than those who asked or sent, as JSON; looks at none for anybody else. */
export const waitingThere = (company: SQL, person: SQL): SQL => {
  const found = (column: string, state: string, not: string) =>
    sql`select "sent"."id" from ${userScopes} as "limit" cross join ${assetTransfers} as "sent" on "sent"."company_id" = "limit"."company_id" and ${joined(column, state)}
      where "limit"."company_id" = ${company} and ${rare(sql`"limit"."user_id" = ${person}`)} and ${sql.raw(`"sent"."${not}"`)} is not ${person}`;
  const most = sql.raw(String(MOST));
  return sql`json_object(
    'requested', (select count(*) from (${found("to_department_id", "requested", "requested_by")} union ${found("from_department_id", "requested", "requested_by")} limit ${most})),
    'dispatched', (select count(*) from (${found("to_department_id", "dispatched", "dispatched_by")} limit ${most})))`;
};

type Person = {
  userId: string;
  isLimited: boolean;
  can: (permission: string) => boolean;
  settings: Readonly<Record<string, unknown>>;
};
type There = { requested: number; dispatched: number };

/** How many transfers wait for a person's approval or acceptance. */
export function waitingTransfers(
  figures: Readonly<Record<string, number>>,
  there: There,
  { userId, isLimited, can, settings }: Person,
): number {
  const of = (state: keyof There) => {
    if (isLimited) return there[state];
    const all = figures[`transfers.${state}`] ?? 0;
    return Number(settings.transfer_needs_approval ?? 1) !== 0
      ? all - (figures[`transfers.${state}:${userId}`] ?? 0)
      : all;
  };
  return (
    (can("approve-asset-transfer") ? of("requested") : 0) +
    (can("edit-asset-transfer") ? of("dispatched") : 0)
  );
}
