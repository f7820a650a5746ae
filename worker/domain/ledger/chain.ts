import { sha256 } from "../../auth/tokens.ts";
import { canonicalJson, FIRST } from "../activity/chain.ts";

/** What a payload and an entry consist of: in RFC 8785 texts, whole numbers and null have one way of being written. */
export type Facts = { [name: string]: string | number | null | Facts | Facts[] };

/** What the hash of an entry covers, by the names under which it is hashed. */
export type Entry = {
  seq: number;
  at: number;
  actor_id: string | null;
  action: string;
  entity: string;
  entity_id: string;
  payload_sha256: string;
};
export type Linked = Entry & { prev_hash: string; hash: string };

/** SHA-256 of the hash before an entry, a line feed, and the entry as canonical JSON. */
export const hashOf = (entry: Entry, previous: string): Promise<string> => {
  const { seq, at, actor_id, action, entity, entity_id, payload_sha256 } = entry;
  const covered = { seq, at, actor_id, action, entity, entity_id, payload_sha256 };
  return sha256(`${previous}\n${canonicalJson(covered)}`);
};

/** Entries of a company after a number, in their order. */
export const linksAfter = (after: number, atOnce: number) =>
  `select seq, at, actor_id, action, entity, entity_id, payload_sha256, prev_hash, hash from ledger_events
   where company_id = ?1 and seq > ${after} order by seq limit ${atOnce}`;

/** What is wrong with an entry that should follow a number and a hash; null when nothing is. */
async function wrongIn(entry: Linked, seq: number, previous: string): Promise<string | null> {
  if (entry.seq !== seq) return `the entry is missing; the next one is no. ${entry.seq}`;
  if (entry.prev_hash !== previous) return "it does not follow the entry before it";
  return entry.hash === (await hashOf(entry, previous)) ? null : "it is not what was written";
}

type Checked = { entries: number; head: string; broken: { seq: number; why: string } | null };

/**
 * Recomputes a ledger from its first entry and stops at the first that is wrong.
 * @param heads hashes that were kept elsewhere, by their number
 */
export async function verifyLedger(
  page: (after: number) => Promise<readonly Linked[]>,
  heads: ReadonlyMap<number, string> = new Map(),
): Promise<Checked> {
  let [seq, hash] = [0, FIRST];
  const said = (why: string | null): Checked => ({
    ...{ entries: seq, head: hash },
    broken: why ? { seq: seq + 1, why } : null,
  });
  for (;;) {
    const entries = await page(seq);
    if (!entries.length) {
      const lost = Math.max(0, ...heads.keys());
      return said(lost > seq ? `the entry is missing; no. ${lost} was kept as a head` : null);
    }
    for (const entry of entries) {
      const why = await wrongIn(entry, seq + 1, hash);
      if (why) return said(why);
      if (heads.has(entry.seq) && heads.get(entry.seq) !== entry.hash)
        return said("it is not the head that was kept for its day");
      [seq, hash] = [entry.seq, entry.hash];
    }
  }
}
