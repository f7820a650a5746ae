const LOOKED_AT = 4000;
const MOSTLY = 0.3;
/** Even, so that no letter of two bytes is parted. */
const PIECE = 64 * 1024;

/** Whether a file begins with these bytes. */
export const begins = (bytes: Uint8Array, ...mark: number[]) =>
  mark.every((byte, at) => bytes[at] === byte);

/** Which of the two bytes of a letter is empty, where a text has no mark but is UTF-16 all the same. */
function sixteen(bytes: Uint8Array): "le" | "be" | null {
  const head = bytes.subarray(0, LOOKED_AT);
  const empty = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) empty[at % 2]! += 1;
  const many = (head.length / 2) * MOSTLY;
  return empty[1]! > many ? "le" : empty[0]! > many ? "be" : null;
}

function swapped(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length - (bytes.length % 2));
  for (let at = 0; at < out.length; at += 2) {
    out[at] = bytes[at + 1]!;
    out[at + 1] = bytes[at]!;
  }
  return out;
}

function* piecesOf(bytes: Uint8Array, decoder: TextDecoder, isSwapped = false): Generator<string> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE);
    yield decoder.decode(isSwapped ? swapped(piece) : piece, { stream: at + PIECE < bytes.length });
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    for (const _ of piecesOf(bytes, new TextDecoder("utf-8", { fatal: true })));
    return true;
  } catch {
    return false;
  }
}

/** The text of a file, piece by piece: by its mark, else UTF-16 by its empty bytes, else UTF-8, else Windows-1252. */
export function decoded(bytes: Uint8Array): Generator<string> {
  const wide = begins(bytes, 0xff, 0xfe) ? "le" : begins(bytes, 0xfe, 0xff) ? "be" : sixteen(bytes);
  if (wide) return piecesOf(bytes, new TextDecoder("utf-16le"), wide === "be");
  return piecesOf(bytes, new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252"));
}
