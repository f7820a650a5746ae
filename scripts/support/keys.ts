import { exportJWK, generateKeyPair } from "jose";

/** Private EC P-256 keys by kid: the active one signs, all of them can verify. */
export type KeyRing = { active: string; keys: Record<string, object> };

/** Adds a key and makes it the active one; tokens of the other keys stay valid until those are removed. */
export async function withNewKey(ring: KeyRing = { active: "", keys: {} }): Promise<KeyRing> {
  const kid = `${new Date().toISOString().slice(0, 10)}-${crypto.randomUUID().slice(0, 4)}`;
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    active: kid,
    keys: {
      ...ring.keys,
      [kid]: { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" },
    },
  };
}
