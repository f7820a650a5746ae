import { Inflate } from "fflate";
import { BrokenSheet, tooLarge } from "#app/shared/sheets/broken.ts";

/** A file in an archive, still packed. */
export type Entry = { packed: Uint8Array; method: number; size: number };

const END = 0x06054b50;
const FILE = 0x02014b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
/** Small, so that a file that grows a thousandfold is stopped early. */
const STEP = 4 * 1024;

const broken = () =>
  new BrokenSheet(
    "The file is damaged: it ends before it should. Save it again and try once more.",
  );

/** The files of a ZIP archive by their names, from its directory. @throws BrokenSheet */
export function openZip(bytes: Uint8Array): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_SIZE;
  const first = Math.max(0, end - LONGEST_COMMENT);
  while (end >= first && view.getUint32(end, true) !== END) end--;
  if (end < first) throw broken();
  const entries = new Map<string, Entry>();
  try {
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== FILE) throw broken();
      const flags = view.getUint16(at + 8, true);
      if (flags & 1)
        throw new BrokenSheet(
          "The file is locked with a password. Save it without one and try again.",
        );
      const [nameSize, extraSize, noteSize] = [
        view.getUint16(at + 28, true),
        view.getUint16(at + 30, true),
        view.getUint16(at + 32, true),
      ];
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize));
      const offset = view.getUint32(at + 42, true);
      const start =
        offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
      const packed = bytes.subarray(start, start + view.getUint32(at + 20, true));
      entries.set(name.replaceAll("\\", "/"), {
        packed,
        method: view.getUint16(at + 10, true),
        size: view.getUint32(at + 24, true),
      });
      at += 46 + nameSize + extraSize + noteSize;
    }
  } catch (error) {
    throw error instanceof BrokenSheet ? error : broken();
  }
  return entries;
}

/**
 * Unpacks a file piece by piece, so that no more than a piece is held.
 * @param most bytes that may come out, whatever the archive claims
 * @throws BrokenSheet when there are more, or the data is damaged
 */
export function* unpacked({ packed, method, size }: Entry, most: number): Generator<Uint8Array> {
  if (size > most && size !== 0xffffffff) throw tooLarge();
  if (method !== STORED && method !== DEFLATED)
    throw new BrokenSheet(
      "The file is packed in a way that cannot be read. Save it as CSV and try again.",
    );
  let total = 0;
  const pieces: Uint8Array[] = [];
  const take = (piece: Uint8Array) => {
    total += piece.length;
    pieces.push(piece);
  };
  const inflate = method === STORED ? { push: take } : new Inflate(take);
  for (let at = 0; at < packed.length; at += STEP) {
    try {
      inflate.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
    } catch {
      throw broken();
    }
    if (total > most) throw tooLarge();
    yield* pieces.splice(0);
  }
}
