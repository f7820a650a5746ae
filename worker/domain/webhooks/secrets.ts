import { seal, unseal } from "../../auth/sealed.ts";

const BYTES = 32;
/** How long a secret that was replaced signs as well. */
export const FORMER_MS = 24 * 60 * 60_000;

const PURPOSE = "webhook secret";

/** @throws Error when its key has left SECRET_KEYS */
async function opened(env: Env, companyId: string, id: string, sealed: string): Promise<string> {
  const secret = await unseal(env, PURPOSE, [companyId, id], sealed);
  if (secret === null) throw new Error(`The secret of webhook ${id} does not open`);
  return secret;
}

/** A new secret as Standard Webhooks writes one, and sealed for its endpoint. */
export async function newSecret(env: Env, companyId: string, id: string) {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const secret = `whsec_${btoa(String.fromCharCode(...bytes))}`;
  return { secret, sealed: await seal(env, PURPOSE, [companyId, id], secret) };
}

type Kept = { secret: string; formerSecret: string | null; formerUntil: number | null };

/** The newest secret of an endpoint. */
export const secretOf = (env: Env, companyId: string, id: string, { secret }: Kept) =>
  opened(env, companyId, id, secret);

/** The secrets by which a message is signed at an instant: the newest, and the one before it for a day. */
export async function signingSecrets(
  env: Env,
  companyId: string,
  id: string,
  kept: Kept,
  at: number,
): Promise<string[]> {
  const { formerSecret, formerUntil } = kept;
  const former = formerSecret !== null && (formerUntil ?? 0) > at ? [formerSecret] : [];
  return Promise.all([kept.secret, ...former].map((one) => opened(env, companyId, id, one)));
}
