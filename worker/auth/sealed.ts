type Keys = { active: string; keys: Record<string, string> };

const IV_BYTES = 12;
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
const textOf = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** @throws Error when the configuration has no such key */
function keyOf(env: Env, kid?: string) {
  const { active, keys } = JSON.parse(env.SECRET_KEYS) as Keys;
  const id = kid ?? active;
  const raw = keys[id];
  if (!raw) throw new Error(`SECRET_KEYS has no key ${id}`);
  const opened = crypto.subtle.importKey("raw", bytesOf(raw), "AES-GCM", false, [
    ...(["encrypt", "decrypt"] as const),
  ]);
  return { id, opened };
}

const about = (owner: string) => new TextEncoder().encode(owner);

/**
 * Seals a secret that has to be read back, with AES-256-GCM under the active key.
 * @param owner whose it is, such as a company's and a record's id: it opens for nobody else
 * @returns the key's name, the random start and the sealed text
 */
export async function sealed(env: Env, secret: string, owner: string): Promise<string> {
  const { id, opened } = keyOf(env);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const hidden = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: about(owner) },
    await opened,
    new TextEncoder().encode(secret),
  );
  return [id, textOf(iv), textOf(new Uint8Array(hidden))].join(".");
}

/** Opens what `sealed` has made for the same owner. @throws Error for anything else */
export async function unsealed(env: Env, text: string, owner: string): Promise<string> {
  const [id, iv = "", hidden = ""] = text.split(".");
  const { opened } = keyOf(env, id);
  const secret = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytesOf(iv), additionalData: about(owner) },
    await opened,
    bytesOf(hidden),
  );
  return new TextDecoder().decode(secret);
}
