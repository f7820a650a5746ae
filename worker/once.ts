import { sha256 } from "./auth/tokens.ts";
import type { Answer } from "./db/db.ts";
import type { Visit } from "./env.ts";
import { invalid } from "./refusals.ts";

/** Sets the key under which this request's command is carried out once. @throws Response 422 for a key that is too long */
export async function rememberOnce(
  visit: Visit,
  request: Request,
  key: string | null,
  body: string,
) {
  if (!key) return;
  if (key.length > 80) invalid({ form: ["The idempotency key can have at most 80 characters"] });
  const path = new URL(request.url).pathname.replace(/\.data$/, "").replace(/\/$/, "");
  visit.once = { key, route: `${request.method} ${path}`, hash: await sha256(body) };
}

/** 403 is among them: who approves a record may not approve it again. */
const mayBeRepeats = new Set([403, 404, 409, 422]);

/** The answer this request was given when it was first carried out, after a refusal that a repeat may cause; null otherwise. */
export async function firstAnswerTo<D>(visit: Visit, refusal: unknown): Promise<Answer<D> | null> {
  const session = visit.session ?? visit.contact;
  if (
    !visit.once ||
    !session ||
    !(refusal instanceof Response) ||
    !mayBeRepeats.has(refusal.status)
  )
    return null;
  return session.firstAnswer<D>();
}

/** Runs a command; a repeat of one whose reply was lost gets the first answer. */
export async function carriedOutOnce<D>(
  visit: Visit,
  command: () => Promise<Answer<D>>,
): Promise<Answer<D>> {
  try {
    return await command();
  } catch (refusal) {
    const first = await firstAnswerTo<D>(visit, refusal);
    if (first) return first;
    throw refusal;
  }
}
