import { dayIn } from "#app/shared/company-time.ts";
import type { companyExports } from "#drizzle/control/index.ts";
import type { Row } from "../../db/db.ts";
import type { ZippedFile } from "../../files/sheets/write-zip.ts";
import type { Company } from "../../session.ts";
import { partKey, piecesIn } from "./go-on.ts";
import { exportedTables } from "./tables.ts";

type Export = Row<typeof companyExports>;
type Told = Pick<Company, "name" | "primaryHost" | "timeZone">;

type Piece = ReturnType<typeof piecesIn>[number] & { bytes: Uint8Array };

/** The pieces of a set in the order of the tables; one part of it is held at a time. */
async function* piecesOf(bucket: R2Bucket, row: Export): AsyncGenerator<Piece> {
  for (let part = 0; part < row.parts; part++) {
    const object = await bucket.get(partKey(row, part));
    if (!object) throw new Error(`Part ${part} of export ${row.id} is missing`);
    const bytes = new Uint8Array(await object.arrayBuffer());
    let from = 0;
    for (const piece of piecesIn(object.customMetadata?.list ?? "")) {
      yield { ...piece, bytes: bytes.subarray(from, from + piece.packed) };
      from += piece.packed;
    }
  }
}

const readMe = ({ name, primaryHost, timeZone }: Told, row: Export) =>
  [
    `All data of ${name} (${primaryHost}), put together on ${dayIn(timeZone, row.createdAt)}.`,
    "",
    "JSON lines in UTF-8, in one or several files a kind of record. Each line is a record by the names of its fields.",
    "Records point to each other by their ids, such as department_id to an id in departments-0001.jsonl.",
    `Instants are in UTC, days are days in ${timeZone}, amounts (fields that end in _minor) are in 1/100 of the currency unit.`,
    "Pictures and documents are listed in media-0001.jsonl with their size and SHA-256; each can be fetched at /media/ and its id.",
    "manifest.json says how many records, bytes and which SHA-256 each file of this set has.",
    "Passwords, sessions and links that let somebody in are not part of it.",
    "It was put together while people were at work: what they changed meanwhile may be in one file and not yet in another.",
    "",
  ].join("\r\n");

/** The files of a set: a text about it, those of each table that has rows, and the manifest. */
export async function* archiveOf(
  bucket: R2Bucket,
  row: Export,
  company: Told,
): AsyncGenerator<ZippedFile> {
  const encoder = new TextEncoder();
  yield { name: "read-me.txt", pieces: [encoder.encode(readMe(company, row))] };
  const files: { name: string; rows: number; bytes: number; sha256: string }[] = [];
  const numbers = new Map<string, number>();
  for await (const { table, rows, size, sha256, bytes } of piecesOf(bucket, row)) {
    const number = (numbers.get(table) ?? 0) + 1;
    numbers.set(table, number);
    const name = `${table}-${String(number).padStart(4, "0")}.jsonl`;
    files.push({ name, rows, bytes: size, sha256 });
    yield { name, pieces: [bytes], isGzip: true };
  }
  const manifest = {
    ...{ company: company.name, host: company.primaryHost },
    asked_at: new Date(row.createdAt).toISOString(),
    finished_at: new Date(row.finishedAt ?? row.createdAt).toISOString(),
    rows: row.counts,
    files,
    without_rows: exportedTables.map(({ name }) => name).filter((name) => !row.counts[name]),
  };
  yield { name: "manifest.json", pieces: [encoder.encode(JSON.stringify(manifest, null, 2))] };
}
