import { Zip, ZipDeflate } from "fflate";

/** One file of an archive; its pieces are asked for while it is written. */
export type ZippedFile = { name: string; pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** Fast: an export is bound by the database, not by its size. */
const LEVEL = 3;

/** A ZIP archive, written while its files are read, one after the other: no more than a piece of one is held. */
export async function* writeZip(files: Iterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const { name, pieces } of files) {
    const file = new ZipDeflate(name, { level: LEVEL });
    zip.add(file);
    for await (const piece of pieces) {
      file.push(piece);
      yield* chunks.splice(0);
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield* chunks.splice(0);
}
