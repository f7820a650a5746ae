import { sha256 } from "../../auth/tokens.ts";
import { canonicalJson } from "../activity/chain.ts";

const canonical = (value: unknown) => canonicalJson(value as never);

/** The text that is hashed, and its hash. */
export async function hashed(value: unknown): Promise<{ text: string; hash: string }> {
  const text = canonical(JSON.parse(JSON.stringify(value)));
  return { text, hash: await sha256(text) };
}
