import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { idFrom } from "#drizzle/columns.ts";
import type { domainRequests, signups } from "#drizzle/control/index.ts";
import type { Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { invalid, isRefusal, tooMany } from "../../refusals.ts";
import { HOST_TAKEN, type HostStanding, hostProblem, hostStanding } from "./host-names.ts";

const HOUR_MS = 60 * 60_000;
/** What may come in an hour of a network and in all, and how many hosts may wait for one address. */
const most = { network: 5, platform: 200, address: 3 };

type Asked = {
  table: typeof signups | typeof domainRequests;
  /** Those that wait for the same address. */
  waiting: SQL;
  ipHash: string;
  host: string;
  now: number;
};
type Counts = Record<keyof typeof most, number> & { host: HostStanding };

const refuseMore = (): never =>
  tooMany(
    HOUR_MS / 1000,
    "Too many companies were asked for from your network. What you typed is still here: send it in an hour.",
  );
const refuseHost = (standing: HostStanding): never =>
  invalid({ word: [hostProblem(standing) ?? HOST_TAKEN] });

/** What stands against one more host that somebody asks for on the public site: as a statement of a read, and as assertions of the batch. */
export function standingAgainst(db: PlatformDb, { table, waiting, ipHash, host, now }: Asked) {
  const since = gt(table.id, idFrom(now - HOUR_MS));
  const count = (where: SQL) =>
    sql`(select count(*) from ${table} where ${db.ofOwner(table, where)})`;
  const counts = {
    network: count(and(eq(table.ipHash, ipHash), since)!),
    platform: count(since),
    address: count(waiting),
    host: hostStanding(db, host, now),
  };
  const columns = Object.entries(counts).map(([as, one]) => sql`${one} as ${sql.identifier(as)}`);
  const asserted: Statement[] = [
    db.assert(
      "user_limit",
      sql`${counts.network} < ${most.network} and ${counts.platform} < ${most.platform}`,
    ),
    db.assert("state", sql`${counts.host} = 'free'`),
  ];
  return { reading: db.rows<Counts>(sql`select ${sql.join(columns, sql`, `)}`), asserted };
}

/**
 * Whether it may be kept: the first answer to the same form where its own host stands in its way now, else null.
 * @throws Response 422 for a host that is taken; 429
 */
export async function allowed(db: PlatformDb, found: Counts) {
  const first = found.host === "free" ? null : await db.firstAnswer<null>();
  if (first) return first;
  if (found.network >= most.network || found.platform >= most.platform) refuseMore();
  if (found.host !== "free") refuseHost(found.host);
  return null;
}

/** Whether so many wait for the address that one more is dropped in silence. */
export const isOneTooMany = ({ address }: Counts) => address >= most.address;

/** Says what the batch was refused for. @throws Response 422, 429; the error itself where it is another one */
export function refusedBy(error: unknown): never {
  if (brokenRule(error)?.name === "assert_user_limit") refuseMore();
  if (isRefusal(error, 409)) refuseHost("taken");
  throw error;
}
