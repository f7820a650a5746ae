/** Of 44,000 passwords one in 25 million others has the same part by chance. */
export const PART_BYTES = 5;

/** What is kept of a breached password: the first bytes of the SHA-256 of it in small letters. */
export async function hashedPart(password: string): Promise<Uint8Array> {
  const text = new TextEncoder().encode(password.toLowerCase());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", text)).subarray(0, PART_BYTES);
}
