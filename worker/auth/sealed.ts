import { base64url } from "jose";

/** A secret that must be read back, as it is stored: `v1.kid.iv.text`, each part base64url. */
export type Sealed = string;
/** Symmetric keys by kid, each 32 bytes in base64url: the active one seals, all of them open. */
type Ring = { active: string; keys: Record<string, string> };

const VERSION = "v1";
const IV_BYTES = 12;
const utf8 = new TextEncoder();
const derived = new Map<string, Promise<CryptoKey>>();

const ringOf = (env: Env) => JSON.parse(env.SECRET_KEYS) as Ring;

/** The AES-256-GCM key of a purpose, derived by HKDF-SHA-256; keys that have been derived are kept. */
function keyFor(kid: string, key: string, purpose: string): Promise<CryptoKey> {
  const name = `${kid} ${key} ${purpose}`;
  const before = derived.get(name);
  if (before) return before;
  const made = (async () => {
    const material = base64url.decode(key) as BufferSource;
    const whole = await crypto.subtle.importKey("raw", material, "HKDF", false, ["deriveKey"]);
    const how = {
      name: "HKDF",
      hash: "SHA-256",
      salt: new Uint8Array(),
      info: utf8.encode(purpose),
    };
    return crypto.subtle.deriveKey(how, whole, { name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
  })();
  derived.set(name, made);
  return made;
}

/**
 * Seals a secret that has to be read back, by AES-256-GCM under the active key of SECRET_KEYS.
 * @param purpose what kind of secret it is: another kind has another key
 * @param of the ids of the record that holds it: it opens nowhere else
 */
export async function seal(
  env: Env,
  purpose: string,
  of: readonly string[],
  secret: string,
): Promise<Sealed> {
  const { active, keys } = ringOf(env);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: utf8.encode(of.join(" ")) },
    await keyFor(active, keys[active]!, purpose),
    utf8.encode(secret),
  );
  return [VERSION, active, base64url.encode(iv), base64url.encode(new Uint8Array(text))].join(".");
}

/** Opens what `seal` made with the same purpose and ids; null for anything else, and when its key has left the ring. */
export async function unseal(
  env: Env,
  purpose: string,
  of: readonly string[],
  sealed: Sealed,
): Promise<string | null> {
  const [version, kid = "", iv = "", text = ""] = sealed.split(".");
  const key = ringOf(env).keys[kid];
  if (version !== VERSION || !key) return null;
  try {
    const opened = await crypto.subtle.decrypt(
      {
        name: "AES-GCM",
        iv: base64url.decode(iv) as BufferSource,
        additionalData: utf8.encode(of.join(" ")),
      },
      await keyFor(kid, key, purpose),
      base64url.decode(text) as BufferSource,
    );
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}
