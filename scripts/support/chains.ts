import {
  companyLog,
  type Log,
  type LogRow,
  type Sealed,
  sealedRows,
  verifyChain,
} from "#worker/domain/activity/chain.ts";
import { auditKey, ledgerKey } from "#worker/domain/activity/kept-heads.ts";
import { type Linked, linksAfter, verifyLedger } from "#worker/domain/ledger/chain.ts";
import type { Ask } from "./companies.ts";
import { keptHeads } from "./kept-heads.ts";
import type { Local } from "./local.ts";

const AT_ONCE = 1000;
/** Where the heads are that were kept; null for an account's data, whose heads are compared by hand. */
type Kept = Pick<Local, "bucket"> | null;
const headsAt = async (kept: Kept, prefix: string) =>
  kept ? await keptHeads(kept, prefix) : new Map<number, string>();

/** Recomputes the chain of a company's log, or of the platform's, and counts what waits for its seal. */
export async function logOf(ask: Ask, kept: Kept, owner: string, log: Log = companyLog) {
  const page = (after: number) => ask<LogRow & Sealed>(sealedRows(after, AT_ONCE, log), owner);
  const heads = await headsAt(kept, auditKey(owner, ""));
  const [waiting] = await ask<{ n: number }>(
    `select count(*) as n from ${log.table} where ${log.ofOwner} and seq is null`,
    owner,
  );
  return { ...(await verifyChain(page, heads)), heads: heads.size, waiting: waiting?.n ?? 0 };
}

/** Recomputes a company's ledger of what may have to be proved. */
export async function ledgerOf(ask: Ask, kept: Kept, owner: string) {
  const page = (after: number) => ask<Linked>(linksAfter(after, AT_ONCE), owner);
  const heads = await headsAt(kept, ledgerKey(owner, ""));
  return { ...(await verifyLedger(page, heads)), heads: heads.size };
}
