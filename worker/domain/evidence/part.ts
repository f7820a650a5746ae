import type { Cell } from "#app/shared/cells.ts";
import { sha256 } from "../../auth/tokens.ts";
import { writeCsv } from "../../files/sheets/write-csv.ts";

/** A part of an evidence pack: a table, written as a CSV file whose hash the cover sheet tells. */
export type Part = {
  /** The name of its file, without the ending. */
  key: string;
  title: string;
  head: readonly string[];
  /** The columns that the PDF shows, as places in `head`, with their shares of the width. */
  shown: readonly (readonly [at: number, share: number])[];
  rows: readonly (readonly Cell[])[];
  /** What is not in it, where something is not. */
  note?: string | null;
};
/** Bytes of an entry that is held whole, with their SHA-256 in hex. */
export type Whole = { name: string; bytes: Uint8Array; sha256: string };

async function* once<T>(value: T) {
  yield value;
}

/** A part as its CSV file. */
export async function fileOf({ key, head, rows }: Part): Promise<Whole> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeCsv(head, once(rows))) pieces.push(piece);
  const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  return wholeOf(`${key}.csv`, bytes);
}

/** Bytes or a text as an entry. */
export async function wholeOf(name: string, content: Uint8Array | string): Promise<Whole> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { name, bytes, sha256: await sha256(bytes as Uint8Array<ArrayBuffer>) };
}

/** The first rows of a list that was read one further, and what to say of the rest. */
export function cut<R>(rows: readonly R[], most: number, things: string) {
  const isCut = rows.length > most;
  return {
    rows: rows.slice(0, most),
    note: isCut ? `Only the newest ${most} ${things} are in it.` : null,
  };
}
