import type { Context } from "hono";
import type { Api } from "./door.ts";

type Routes = { method: string; path: string }[];
type Mounted = { method: string; pattern: RegExp };
const known = new WeakMap<Routes, Mounted[]>();

const mountedOf = (routes: Routes): Mounted[] => {
  const found =
    known.get(routes) ??
    routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => ({
        method,
        pattern: new RegExp(
          `^/api${path.replace(/\/$/, "").replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`,
        ),
      }));
  known.set(routes, found);
  return found;
};

/** A path that takes other methods says which: 405, or 204 for OPTIONS. Any other path is unknown. */
export function otherMethod(c: Context<Api>, routes: Routes): Response {
  const methods = new Set(
    mountedOf(routes).flatMap(({ method, pattern }) => (pattern.test(c.req.path) ? [method] : [])),
  );
  if (!methods.size) return c.json({ success: false, message: "This call was not found" }, 404);
  const allow = [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
  if (c.req.method === "OPTIONS")
    return new Response(null, { status: 204, headers: { Allow: allow } });
  return c.json({ success: false, message: "This call does not take this method" }, 405, {
    Allow: allow,
  });
}
