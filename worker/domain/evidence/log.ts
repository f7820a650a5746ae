import { desc, eq, type SQL, sql } from "drizzle-orm";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import type { LogRow, Sealed } from "../activity/chain.ts";

export const MOST_ENTRIES = 2_000;
/** What tells of a person's device and network: in an Admin's extract alone. */
const own = ["ip", "user_agent"] as const;

/** Entries of the log, oldest first, each with its seal, and the head of the company's chain. */
export type LogExtract = {
  rows: (Partial<LogRow> & Sealed)[];
  head: { seq: number; hash: string; at: number } | null;
  /** Every column that a seal covers is there, so that each row can be recomputed. */
  isWhole: boolean;
  isCut: boolean;
};

// The text that is stored, which the seal covers.
const changes = sql<string>`${sql.raw(`"activity_log"."changes"`)}`.as("changes");

const columns = {
  company_id: sql<string>`${activityLog.companyId}`.as("company_id"),
  id: activityLog.id,
  at: activityLog.at,
  actor_kind: sql<string>`${activityLog.actorKind}`.as("actor_kind"),
  actor_id: sql<string | null>`${activityLog.actorId}`.as("actor_id"),
  actor_name: sql<string>`${activityLog.actorName}`.as("actor_name"),
  via: activityLog.via,
  action: activityLog.action,
  entity_kind: sql<string>`${activityLog.entityKind}`.as("entity_kind"),
  entity_id: sql<string>`${activityLog.entityId}`.as("entity_id"),
  entity_label: sql<string>`${activityLog.entityLabel}`.as("entity_label"),
  asset_id: sql<string | null>`${activityLog.assetId}`.as("asset_id"),
  changes,
  reason: activityLog.reason,
  ip: activityLog.ip,
  user_agent: sql<string | null>`${activityLog.userAgent}`.as("user_agent"),
  request_id: sql<string>`${activityLog.requestId}`.as("request_id"),
  seq: activityLog.seq,
  prev_hash: sql<string | null>`${activityLog.prevHash}`.as("prev_hash"),
  hash: activityLog.hash,
};

/** Entries of the log with all that a seal covers, as the start of a statement. */
export const entries = (db: ReadingDb, which: SQL) =>
  db.select(columns).from(activityLog).where(db.ofOwner(activityLog, which));

/** The end of the company's chain, as a statement. */
export const chainHead = (db: ReadingDb) =>
  db
    .select({
      seq: sql<number>`${activityLog.seq}`.as("seq"),
      hash: sql<string>`${activityLog.hash}`.as("hash"),
      at: activityLog.at,
    })
    .from(activityLog)
    .where(db.ofOwner(activityLog, sql`${activityLog.seq} is not null`))
    .orderBy(desc(activityLog.seq))
    .limit(1);

/** The statements of a device's extract. */
export const logQueries = (db: ReadingDb, assetId: string) =>
  [
    entries(db, rare(eq(activityLog.assetId, assetId)))
      .orderBy(desc(activityLog.id))
      .limit(MOST_ENTRIES + 1),
    chainHead(db),
  ] as const;

type Read = [readonly (LogRow & Sealed)[], readonly { seq: number; hash: string; at: number }[]];

export function logOf(session: Session, [found, heads]: Read): LogExtract {
  const isWhole = session.type === "Admin";
  const without = (row: LogRow & Sealed): Partial<LogRow> & Sealed => {
    const shown: Partial<LogRow> & Sealed = { ...row };
    for (const name of own) delete shown[name];
    return shown;
  };
  const rows = found.slice(0, MOST_ENTRIES).reverse();
  return {
    rows: isWhole ? rows : rows.map(without),
    head: heads[0] ?? null,
    isWhole,
    isCut: found.length > MOST_ENTRIES,
  };
}

/** What is said of entries beyond those of a pack. */
export const logLeftOut = ({ isCut }: Pick<LogExtract, "isCut">): string[] =>
  isCut ? [`Only the newest ${MOST_ENTRIES} entries of the log are in it.`] : [];
