import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/** The first part of a path in small letters; undefined where it has none. */
const firstOf = (path: string) => path.split("/").find(Boolean)?.toLowerCase();

/** The path of a route with those it is in. */
function wholePath(routes: Routes, { path = "", parentId }: Route): string {
  const parent = parentId === undefined ? undefined : routes[parentId];
  return parent ? `${wholePath(routes, parent)}/${path}` : path;
}

/** The first part that all addresses of a route have; null where they may begin with any. */
function beginning(routes: Routes, route: Route): string | null {
  const first = firstOf(wholePath(routes, route));
  return first === undefined || /[:*?]/.test(first) ? null : first;
}

/** Asked for the routes of other pages, so it needs them all. */
const MANIFEST = "__manifest";

/** The first parts of addresses that some routes have. */
export const firstParts = (routes: Routes): Set<string> =>
  new Set(Object.values(routes).flatMap((route) => beginning(routes, route!) ?? []));

/**
 * What of an address decides which routes may answer it: its first part, `""` where no route has it, null where all may. React Router tries one
 * route after the other, some hundreds of them twice for each page; most need not be tried.
 * @param known the first parts that routes have
 */
export function partOf(pathname: string, known: ReadonlySet<string>): string | null {
  if (/%|\\|\/\//.test(pathname)) return null;
  const first = firstOf(pathname.replace(/\.data$/, "")) ?? "";
  if (first === MANIFEST) return null;
  return known.has(first) ? first : "";
}

/** The routes that may answer addresses with this first part, in the order they had. */
export const routesAt = (routes: Routes, part: string): Routes =>
  Object.fromEntries(
    Object.entries(routes).filter(([, route]) => [null, part].includes(beginning(routes, route!))),
  );

/** React Router's handler for each address, made once for each first part. */
export function handlersOf(build: ServerBuild, mode: string) {
  const known = firstParts(build.routes);
  const made = new Map<string | null, RequestHandler>();
  return (pathname: string): RequestHandler => {
    const part = partOf(pathname, known);
    const before = made.get(part);
    if (before) return before;
    const routes = part === null ? build.routes : routesAt(build.routes, part);
    const handler = createRequestHandler({ ...build, routes }, mode);
    made.set(part, handler);
    return handler;
  };
}
