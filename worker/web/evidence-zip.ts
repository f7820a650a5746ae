import type { PackedFile } from "../domain/evidence/files.ts";
import type { Whole } from "../domain/evidence/part.ts";
import { wholeOf } from "../domain/evidence/part.ts";
import type { ZippedFile } from "../files/sheets/write-zip.ts";
import { objectAt } from "../files/stored.ts";

type Listed = { name: string; bytes: number; sha256: string };
export type Made = () => Promise<Whole>;

/** What an archive holds: what is ready, what is made while it is written, and files as they are stored. */
export type Pack = {
  /** What its manifest says of it. */
  about: Record<string, unknown>;
  wholes: readonly Whole[];
  made: readonly Made[];
  files: readonly Pick<PackedFile, "name" | "objectKey" | "sha256">[];
  leftOut: readonly string[];
};

/** Hashes of streams are the Worker's own; the browser's types lack them. */
type Digest = WritableStream<Uint8Array> & { digest: Promise<ArrayBuffer> };
const hashing = crypto as unknown as { DigestStream: new (algorithm: string) => Digest };

const isPacked = (name: string) => /\.(pdf|jpe?g|png|docx|mp4|mov|avi|mkv|webm|wmv)$/i.test(name);
const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The pieces of a stored file as they come, hashed on their way. @param told gets its size and hash at the end */
async function* hashed(
  body: ReadableStream<Uint8Array>,
  told: (of: Omit<Listed, "name">) => void,
): AsyncGenerator<Uint8Array> {
  const digest = new hashing.DigestStream("SHA-256");
  const writer = digest.getWriter();
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    await writer.write(piece);
    yield piece;
  }
  await writer.close();
  told({ bytes, sha256: hex(await digest.digest) });
}

/** The entries of a pack that is read when the archive is asked for. */
export async function* entriesOf(read: () => Promise<Pack>, bucket: R2Bucket) {
  yield* packEntries(await read(), bucket);
}

/** The entries of a pack in their order, the manifest last. Of a stored file no more than a piece is held. */
async function* packEntries(pack: Pack, bucket: R2Bucket): AsyncGenerator<ZippedFile> {
  const listed: Listed[] = [];
  const leftOut = [...pack.leftOut];
  const entry = ({ name, bytes, sha256 }: Whole): ZippedFile => {
    listed.push({ name, bytes: bytes.length, sha256 });
    return { name, pieces: [bytes], isPacked: isPacked(name) };
  };
  for (const whole of pack.wholes) yield entry(whole);
  for (const make of pack.made) yield entry(await make());
  for (const { name, objectKey, sha256 } of pack.files) {
    const object = await objectAt(bucket, objectKey);
    if (!object) {
      leftOut.push(`${name} is no longer stored.`);
      continue;
    }
    const told = (of: Omit<Listed, "name">) => {
      listed.push({ name, ...of });
      if (of.sha256 !== sha256) leftOut.push(`${name} is not what was stored: its hash differs.`);
    };
    yield { name, pieces: hashed(object.body, told), isPacked: isPacked(name) };
  }
  const manifest = { ...pack.about, entries: listed, left_out: leftOut };
  const { name, bytes } = await wholeOf("manifest.json", JSON.stringify(manifest, null, 2));
  yield { name, pieces: [bytes] };
}
