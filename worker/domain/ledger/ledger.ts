import { desc } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { ledgerEvents } from "#drizzle/tenant/index.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { HeadMoved } from "../../db/errors.ts";
import { unavailable } from "../../refusals.ts";
import { canonicalJson, FIRST } from "../activity/chain.ts";
import { type Entry, type Facts, hashOf } from "./chain.ts";

/** Something that a customer may later want proved. */
export type Proved = {
  fact:
    | "calibrator_certificate.accepted"
    | "calibrator.quarantined"
    | "concession.granted"
    | "certificate.issued"
    | "certificate.superseded"
    | "certificate.voided";
  entity: string;
  entityId: string;
  /** What is proved: texts, whole numbers and nothing else. The ledger holds its hash. */
  payload: Facts;
};
export type Head = Pick<Row<typeof ledgerEvents>, "seq" | "hash">;

/** The last entry of a company's ledger, as a statement of a read. */
export const ledgerHead = (db: Pick<CompanyDb, "select" | "ofOwner">) =>
  db
    .select({ seq: ledgerEvents.seq, hash: ledgerEvents.hash })
    .from(ledgerEvents)
    .where(db.ofOwner(ledgerEvents))
    .orderBy(desc(ledgerEvents.seq))
    .limit(1);

/**
 * Appends entries to the ledger, as statements of the batch of what they prove. Its key stops the batch when another command was first.
 * @param head the last entry as it was read
 */
export async function appending(
  db: CompanyDb,
  head: Head | undefined,
  entries: readonly Proved[],
  at: number,
): Promise<Statement[]> {
  let { seq, hash } = head ?? { seq: 0, hash: FIRST };
  const writes: Statement[] = [];
  for (const { fact: action, entity, entityId, payload } of entries) {
    const entry: Entry = {
      ...{ seq: seq + 1, at, action, entity },
      actor_id: db.stamp.actorId,
      entity_id: entityId,
      payload_sha256: await sha256(canonicalJson(payload)),
    };
    const prevHash = hash;
    seq = entry.seq;
    hash = await hashOf(entry, prevHash);
    writes.push(
      db.inserting(ledgerEvents, {
        ...{ id: newId(at), seq, at, action, entity, entityId, prevHash, hash },
        actorId: entry.actor_id,
        payloadSha256: entry.payload_sha256,
      }),
    );
  }
  return writes;
}

const LONGEST_MS = 10_000;
const FIRST_PAUSE_MS = 60;
const LONGEST_PAUSE_MS = 1500;
const GROWTH = 1.6;

/**
 * Makes a command that appends to the ledger, again while others are first.
 * @throws Response 503 after ten seconds
 */
export async function onHead<R>(command: () => Promise<R>): Promise<R> {
  const until = Date.now() + LONGEST_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await command();
    } catch (error) {
      if (!(error instanceof HeadMoved)) throw error;
      if (Date.now() > until) return unavailable();
      const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * GROWTH ** attempt);
      const pause = Math.random() * most;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
