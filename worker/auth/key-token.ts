import { sha256 } from "./tokens.ts";

/**
 * A key as programs send it: `pbk_`, its id as 32 hex digits, `_`, a secret of 43 letters and digits, and a checksum of 6. The secret has 256
 * bits. By the beginning and the checksum, programs that look for lost secrets know it without asking anybody.
 */
const FORM = /^pbk_([0-9a-f]{32})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
const SECRET_LETTERS = 43;
const CHECKSUM_LETTERS = 6;

/** Whether a credential says of itself that it is a key. */
export const saysKey = (credential: string): boolean => credential.startsWith("pbk_");

/** A number in base 62, padded from the left. */
function inBase62(value: bigint, letters: number): string {
  let text = "";
  for (let left = value; text.length < letters; left /= 62n)
    text = LETTERS[Number(left % 62n)] + text;
  return text;
}

/** CRC-32 (IEEE 802.3) of a text, as it is used for archives and networks. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const checksum = (text: string) => inBase62(BigInt(crc32(text)), CHECKSUM_LETTERS);
const beginningOf = (id: string) => `pbk_${id.replaceAll("-", "")}`;

/** A key of an id with a new secret, as it is shown once, and the hash that is stored of it. */
export async function newKeyToken(id: string): Promise<{ token: string; hash: string }> {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const secret = inBase62(
    bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n),
    SECRET_LETTERS,
  );
  const body = `${beginningOf(id)}_${secret}`;
  const token = body + checksum(body);
  return { token, hash: await sha256(token) };
}

/** How a list shows a key: by what its secret begins with. */
export const shownStart = (id: string): string => `${beginningOf(id)}_…`;

/** The id a key names and the hash of what was sent; null for what cannot be one, which costs no query. */
export async function readKeyToken(token: string): Promise<{ id: string; hash: string } | null> {
  const [, hex, , sum] = FORM.exec(token) ?? [];
  if (!hex || checksum(token.slice(0, -CHECKSUM_LETTERS)) !== sum) return null;
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { id, hash: await sha256(token) };
}
