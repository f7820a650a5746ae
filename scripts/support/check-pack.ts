import { sha256 } from "#worker/auth/tokens.ts";
import { type LogRow, type Sealed, sealedColumns, sealOf } from "#worker/domain/activity/chain.ts";
import { unzipped } from "#worker/files/unzip.ts";

type Listed = { name: string; bytes: number; sha256: string };
type Log = { head: { seq: number; hash: string } | null; rows: (LogRow & Sealed)[] };
type Seal = { seq: number; hash: string };

/** What a pack holds, and everything in it that is not as it was made. */
export type CheckedPack = {
  files: number;
  /** Sealed entries of its log whose hash was recomputed. */
  seals: number;
  /** Sealed entries without the columns of an Admin's pack: their hashes cannot be recomputed. */
  unread: number;
  wrong: string[];
  /** Every seal that it tells, to be compared with the chain of the company. */
  told: Seal[];
};

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const MANIFEST = "manifest.json";

/** Reads an evidence pack back: each file against its hash in the manifest, each sealed entry of its log against its seal. */
export async function checkPack(archive: Uint8Array): Promise<CheckedPack> {
  const none = { seals: 0, unread: 0, told: [], wrong: [] };
  let entries: Record<string, Uint8Array>;
  let listed: Listed[];
  try {
    entries = unzipped(archive);
    listed = JSON.parse(textOf(entries[MANIFEST]!)).entries;
    if (!Array.isArray(listed)) throw new Error("it lists no files");
  } catch (error) {
    return { ...none, files: 0, wrong: [`The archive or its manifest cannot be read: ${error}`] };
  }
  const wrong = await wrongFiles(entries, listed);
  const log = entries["log.json"];
  const checked: Omit<CheckedPack, "files"> =
    log && !wrong.length ? await checkLog(JSON.parse(textOf(log))) : none;
  return { ...checked, files: listed.length, wrong: [...wrong, ...checked.wrong] };
}

async function wrongFiles(entries: Record<string, Uint8Array>, listed: readonly Listed[]) {
  const wrong: string[] = [];
  for (const { name, bytes, sha256: hash } of listed) {
    const file = entries[name];
    if (!file) wrong.push(`${name} is missing`);
    else if (file.length !== bytes) wrong.push(`${name} has ${file.length} bytes, not ${bytes}`);
    else if ((await sha256(file as Uint8Array<ArrayBuffer>)) !== hash)
      wrong.push(`${name} is not what the manifest says`);
  }
  const names = new Set([MANIFEST, ...listed.map(({ name }) => name)]);
  for (const name of Object.keys(entries))
    if (!names.has(name)) wrong.push(`${name} is not in the manifest`);
  return wrong;
}

async function checkLog({ head, rows }: Log): Promise<Omit<CheckedPack, "files">> {
  const wrong: string[] = [];
  const told: Seal[] = head ? [{ seq: head.seq, hash: head.hash }] : [];
  let [seals, unread, before] = [0, 0, null as Seal | null];
  for (const row of rows) {
    const { seq, hash, prev_hash: previous } = row;
    if (seq === null || hash === null || previous === null) continue;
    const name = `Entry no. ${seq} of the log`;
    if (before && seq <= before.seq) wrong.push(`${name} comes after no. ${before.seq}`);
    if (before && seq === before.seq + 1 && previous !== before.hash)
      wrong.push(`${name} does not follow the one before it`);
    if (head && (seq > head.seq || (seq === head.seq && hash !== head.hash)))
      wrong.push(`${name} does not lead to the head of the chain`);
    if (sealedColumns.some((column) => !(column in row))) unread += 1;
    else if ((await sealOf(row, seq, previous)) === hash) seals += 1;
    else wrong.push(`${name} is not what was sealed`);
    before = { seq, hash };
    told.push(before);
  }
  return { seals, unread, wrong, told };
}
