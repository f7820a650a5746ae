import { base64url, exportJWK, generateKeyPair } from "jose";

/** Private EC P-256 keys by kid: the active one signs, all of them can verify. */
export type KeyRing = { active: string; keys: Record<string, object> };

/** Keys of 32 bytes in base64url by kid: the active one seals what the database keeps secret, all of them open it. */
export type SecretRing = { active: string; keys: Record<string, string> };

const newKid = () => `${new Date().toISOString().slice(0, 10)}-${crypto.randomUUID().slice(0, 4)}`;

/** Adds a key and makes it the active one; what the others sealed opens until those are removed. */
export function withNewSecret(ring: SecretRing = { active: "", keys: {} }): SecretRing {
  const kid = newKid();
  const key = base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  return { active: kid, keys: { ...ring.keys, [kid]: key } };
}

/** Adds a key and makes it the active one; tokens of the other keys stay valid until those are removed. */
export async function withNewKey(ring: KeyRing = { active: "", keys: {} }): Promise<KeyRing> {
  const kid = newKid();
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    active: kid,
    keys: {
      ...ring.keys,
      [kid]: { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" },
    },
  };
}
