import { sha256 } from "../tokens.ts";

/** Digits and letters without those that are taken for one another (Crockford's base 32). */
const SYMBOLS = "0123456789abcdefghjkmnpqrstvwxyz";
const LETTERS = 24;
export const CODES = 10;

/** Codes of 120 random bits each, in groups of four letters. Only their hashes are kept. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(LETTERS));
    const letters = Array.from(bytes, (byte) => SYMBOLS[byte % SYMBOLS.length]).join("");
    return letters.match(/.{4}/g)!.join("-");
  });

/** A code as it was made, however it was typed; null for what is none. */
export function asRecoveryCode(typed: string): string | null {
  const letters = typed
    .slice(0, 100)
    .toLowerCase()
    .replace(/[\s-]/g, "")
    .replace(/[il]/g, "1")
    .replace(/o/g, "0");
  return letters.length === LETTERS && [...letters].every((one) => SYMBOLS.includes(one))
    ? letters
    : null;
}

/** What is stored of a code. 120 bits cannot be guessed from a plain hash (ASVS 6.5.2). */
export const hashOfCode = (code: string): Promise<string> => sha256(asRecoveryCode(code) ?? "");
