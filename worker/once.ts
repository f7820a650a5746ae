import { sha256 } from "./auth/tokens.ts";
import type { Visit } from "./env.ts";
import { invalid } from "./refusals.ts";

/** Sets the key under which this request's command is carried out once. @throws Response 422 for a key that is too long */
export async function rememberOnce(visit: Visit, request: Request, key: string | null, body: string) {
  if (!key) return;
  if (key.length > 80) invalid({ form: ["The idempotency key can have at most 80 characters"] });
  const path = new URL(request.url).pathname.replace(/\.data$/, "").replace(/\/$/, "");
  visit.once = { key, route: `${request.method} ${path}`, hash: await sha256(body) };
}
