import { sha256 } from "../../auth/tokens.ts";

/** What the first row of a company's chain follows. */
export const FIRST = "0".repeat(64);

/** What the platform's chain is known by, as a company's is by its id. */
export const PLATFORM = "platform";

/** The columns a seal covers: all of them but the seal itself. `changes` counts as the text that is stored. */
export const sealedColumns = [
  "company_id",
  "id",
  "at",
  "actor_kind",
  "actor_id",
  "actor_name",
  "via",
  "action",
  "entity_kind",
  "entity_id",
  "entity_label",
  "asset_id",
  "changes",
  "reason",
  "ip",
  "user_agent",
  "request_id",
] as const;
export type LogRow = Record<(typeof sealedColumns)[number], string | number | null>;
export type Sealed = { seq: number | null; prev_hash: string | null; hash: string | null };

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** JSON with the keys of every object in the order of their UTF-16 units and no space: the same value is always the same text. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`);
  return `{${entries.join(",")}}`;
}

/** The hash of a row under its number: SHA-256 of the hash before it, a line feed, and the row as canonical JSON. */
export const sealOf = (row: LogRow, seq: number, previous: string): Promise<string> =>
  sha256(
    `${previous}\n${canonicalJson({ ...Object.fromEntries(sealedColumns.map((name) => [name, row[name] ?? null])), seq })}`,
  );

type Link = { id: string; seq: number; prevHash: string; hash: string };

/** Seals rows in the order they are given, on from the head. */
export async function sealing(
  rows: readonly LogRow[],
  head: { seq: number; hash: string } | null,
): Promise<Link[]> {
  const links: Link[] = [];
  let { seq, hash } = head ?? { seq: 0, hash: FIRST };
  for (const row of rows) {
    const prevHash = hash;
    seq += 1;
    hash = await sealOf(row, seq, prevHash);
    links.push({ id: String(row.id), seq, prevHash, hash });
  }
  return links;
}

type Broken = { seq: number; id: string | null; why: string };

/** Checks a company's chain row by row, as its rows come in the order of their numbers. */
export class Verifier {
  seq = 0;
  hash = FIRST;
  readonly #heads: Map<number, string>;

  /** @param heads hashes that were kept elsewhere, by their number */
  constructor(heads: ReadonlyMap<number, string> = new Map()) {
    this.#heads = new Map(heads);
  }

  /** @returns the first thing that is wrong with this row; null when it is as it was sealed */
  async check(row: LogRow & Sealed): Promise<Broken | null> {
    const expected = this.seq + 1;
    const { seq, id } = { seq: Number(row.seq), id: String(row.id) };
    if (seq !== expected)
      return { seq: expected, id: null, why: `the row is missing; the next one is no. ${seq}` };
    if (row.prev_hash !== this.hash)
      return { seq, id, why: "it does not follow the row before it" };
    if (row.hash !== (await sealOf(row, seq, this.hash)))
      return { seq, id, why: "it is not what was sealed" };
    if (this.#heads.has(seq) && this.#heads.get(seq) !== row.hash)
      return { seq, id, why: "it is not the head that was kept for its day" };
    this.#heads.delete(seq);
    this.seq = seq;
    this.hash = String(row.hash);
    return null;
  }

  /** @returns a kept head whose row never came: the end of the chain was cut off */
  end(): Broken | null {
    const lost = [...this.#heads.keys()].sort((a, b) => a - b)[0];
    return lost === undefined
      ? null
      : { seq: this.seq + 1, id: null, why: `the row is missing; no. ${lost} was kept as a head` };
  }
}

/** A log that is sealed: its table, the columns it has of those a seal covers, and whose rows `?1` asks for. */
export type Log = { table: string; columns: readonly string[]; ofOwner: string };
export const companyLog: Log = {
  table: "activity_log",
  columns: sealedColumns,
  ofOwner: "company_id = ?1",
};
export const platformLog: Log = {
  table: "platform_activity_log",
  columns: sealedColumns.filter((name) => name !== "asset_id"),
  ofOwner: `?1 = '${PLATFORM}'`,
};

/** The sealed rows of a chain after a number, in the order of their numbers, at most so many. */
export const sealedRows = (
  after: number,
  atOnce: number,
  { table, columns, ofOwner }: Log = companyLog,
) =>
  `select ${columns.join(", ")}, seq, prev_hash, hash from ${table}
   where ${ofOwner} and seq is not null and seq > ${after} order by seq limit ${atOnce}`;

type Verified = { rows: number; head: string; broken: Broken | null };

/** Recomputes a chain from its first row and stops at the first that is wrong. */
export async function verifyChain(
  page: (after: number) => Promise<readonly (LogRow & Sealed)[]>,
  heads?: ReadonlyMap<number, string>,
): Promise<Verified> {
  const verifier = new Verifier(heads);
  const said = (broken: Broken | null): Verified => ({
    rows: verifier.seq,
    head: verifier.hash,
    broken,
  });
  for (;;) {
    const rows = await page(verifier.seq);
    for (const row of rows) {
      const broken = await verifier.check(row);
      if (broken) return said(broken);
    }
    if (rows.length === 0) return said(verifier.end());
  }
}
