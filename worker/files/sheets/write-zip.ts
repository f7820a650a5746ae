import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** One file of an archive; its pieces are asked for while it is written. */
export type ZippedFile = {
  name: string;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** It is packed already, as pictures and PDFs are: it is kept as it is. */
  isPacked?: boolean;
};

/** Fast: an export is bound by the database, not by its size. */
const LEVEL = 3;

/** A ZIP archive, written while its files are read, one after the other: no more than a piece of one is held. */
export async function* writeZip(
  files: Iterable<ZippedFile> | AsyncIterable<ZippedFile>,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const { name, pieces, isPacked } of files) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: LEVEL });
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
