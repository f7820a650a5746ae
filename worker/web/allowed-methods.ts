import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

const treeOf = (routes: Routes, parentId?: string): RouteObject[] =>
  Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    return index
      ? [{ id, index }]
      : [{ id, ...(path === undefined ? {} : { path }), children: treeOf(routes, id) }];
  });

/** What an address takes, as its header `Allow` says it: of the route that answers there, also for scripts (`.data`). */
export function allowedAt({ routes }: ServerBuild, pathname: string): string {
  const page = pathname.replace(/\.data$/, "");
  const found = matchRoutes(treeOf(routes), page)?.at(-1)?.route.id;
  const module = found === undefined ? undefined : routes[found]?.module;
  const reads = !module || module.default || module.loader ? ["GET", "HEAD"] : [];
  return [...reads, "OPTIONS", ...(module?.action ? ["POST"] : [])].join(", ");
}
