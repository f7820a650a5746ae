import type { Context } from "hono";
import { calls } from "./calls.ts";
import type { Api } from "./door.ts";

type Mounted = { method: string; pattern: RegExp };
let known: Mounted[] | undefined;
/** The methods of every path; made once an isolate. */
function mounted(): Mounted[] {
  known ??= calls.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^/api${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`),
  }));
  return known;
}

/** A path that takes other methods says which: 405, or 204 for OPTIONS. Any other path is unknown. */
export function otherMethod(c: Context<Api>): Response {
  const methods = new Set(
    mounted().flatMap(({ method, pattern }) => (pattern.test(c.req.path) ? [method] : [])),
  );
  if (!methods.size) return c.json({ success: false, message: "This call was not found" }, 404);
  const allow = [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
  if (c.req.method === "OPTIONS")
    return new Response(null, { status: 204, headers: { Allow: allow } });
  return c.json({ success: false, message: "This call does not take this method" }, 405, {
    Allow: allow,
  });
}
