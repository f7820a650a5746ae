import { exportJWK, generateKeyPair } from "jose";

/** Private EC P-256 keys by kid: the active one signs, all of them can verify. */
export type KeyRing = { active: string; keys: Record<string, object> };

/** Keys of 32 bytes by name, as base64: the active one seals, all of them open. */
export type SealingKeys = { active: string; keys: Record<string, string> };

const nameOfKey = () =>
  `${new Date().toISOString().slice(0, 10)}-${crypto.randomUUID().slice(0, 4)}`;

/** Adds a key that seals and makes it the active one; what was sealed before opens by its own. */
export function withNewSealingKey({ keys }: Pick<SealingKeys, "keys"> = { keys: {} }): SealingKeys {
  const active = nameOfKey();
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  return { active, keys: { ...keys, [active]: key } };
}

/** Adds a key and makes it the active one; tokens of the other keys stay valid until those are removed. */
export async function withNewKey(ring: KeyRing = { active: "", keys: {} }): Promise<KeyRing> {
  const kid = nameOfKey();
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    active: kid,
    keys: {
      ...ring.keys,
      [kid]: { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" },
    },
  };
}
