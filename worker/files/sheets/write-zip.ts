import { Zip, ZipDeflate, type ZipInputFile, ZipPassThrough } from "fflate";

/** One file of an archive; its pieces are asked for while it is written. */
export type ZippedFile = {
  name: string;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** It is packed already, as pictures and PDFs are: it is kept as it is. */
  isPacked?: boolean;
  /** Its one piece is the file in gzip, which goes in without being unpacked: both formats hold the same stream and checksum. */
  isGzip?: boolean;
};

/** The bytes before and after the stream in gzip as it is written by streams: no name, no comment. */
const HEAD = 10;
const FOOT = 8;
/** How a ZIP calls the way in which both are packed. */
const DEFLATE = 8;

/** Adds a file that is in gzip. */
function addGzip(zip: Zip, filename: string, gzip: Uint8Array) {
  const foot = new DataView(gzip.buffer, gzip.byteOffset + gzip.length - FOOT, FOOT);
  const file: ZipInputFile = {
    ...{ filename, compression: DEFLATE, flag: 0 },
    ...{ crc: foot.getUint32(0, true), size: foot.getUint32(4, true) },
  };
  zip.add(file);
  file.ondata?.(null, gzip.slice(HEAD, -FOOT), true);
}

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
  for await (const { name, pieces, isPacked, isGzip } of files) {
    if (isGzip) {
      for await (const piece of pieces) addGzip(zip, name, piece);
      yield* chunks.splice(0);
      continue;
    }
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
