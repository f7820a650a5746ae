import { sealed, unsealed } from "../../auth/sealed.ts";

const BYTES = 32;
/** How long a secret that was replaced signs as well. */
export const FORMER_MS = 24 * 60 * 60_000;

/** Whose secret it is. */
const ownerOf = (companyId: string, id: string) => `webhook:${companyId}:${id}`;

/** A new secret as Standard Webhooks writes one, and sealed for its endpoint. */
export async function newSecret(env: Env, companyId: string, id: string) {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const secret = `whsec_${btoa(String.fromCharCode(...bytes))}`;
  return { secret, sealed: await sealed(env, secret, ownerOf(companyId, id)) };
}

type Kept = { secret: string; formerSecret: string | null; formerUntil: number | null };

/** The newest secret of an endpoint. */
export const secretOf = (env: Env, companyId: string, id: string, { secret }: Kept) =>
  unsealed(env, secret, ownerOf(companyId, id));

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
  return Promise.all(
    [kept.secret, ...former].map((one) => unsealed(env, one, ownerOf(companyId, id))),
  );
}
