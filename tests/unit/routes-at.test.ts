import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import config from "#app/routes.ts";
import { at, pages } from "#tests/support/manifest.ts";
import { firstParts, partOf, routesAt } from "#worker/web/routes-at.ts";

type Routes = ServerBuild["routes"];

/** The routes as the build lists them. */
const listed = (entries: RouteConfigEntry[], parentId: string): [string, object][] =>
  entries.flatMap(({ id, file, path, index, children }) => {
    const own = id ?? file;
    const route = { id: own, parentId, path, index };
    return [[own, route] as [string, object], ...listed(children ?? [], own)];
  });
const whole = Object.fromEntries([
  ["root", { id: "root", path: "" }],
  ...listed((await config) as RouteConfigEntry[], "root"),
]) as unknown as Routes;
const known = firstParts(whole);

const treeOf = (routes: Routes, parentId?: string): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route!.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route!;
      const children = treeOf(routes, id);
      return (index ? { id, index } : { id, path, children }) as RouteObject;
    });
const found = (tree: RouteObject[], pathname: string) =>
  matchRoutes(tree, pathname)?.map(({ route, params }) => [route.id, params]);

const wholeTree = treeOf(whole);
const treeAt = new Map([...known, ""].map((part) => [part, treeOf(routesAt(whole, part))]));

/** What React Router takes a `.data` address for. */
const shownAs = (pathname: string) =>
  pathname.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");

const addresses = pages.flatMap(({ path }) => {
  const address = at(path, "019a-4");
  return [
    ...[address, `${address}.data`, `${address}/`, `${address}/more`, address.toUpperCase()],
    ...[`/${address}`, address.replace("/a", "/%61"), address.slice(0, -1)],
  ];
});

test("an address is answered by the same route whether all routes are tried or those that may be its own", () => {
  const odd = ["/", "/_root.data", "/none", "/none/at/all", "//", "/%", "/*", "/:id", "/.data"];
  for (const pathname of [...new Set([...addresses, ...odd])]) {
    const part = partOf(pathname, known);
    if (part === null) continue;
    const shown = shownAs(pathname);
    expect(found(treeAt.get(part)!, shown), pathname).toEqual(found(wholeTree, shown));
  }
});

test("few routes are tried, and all where an address does not tell", () => {
  for (const part of [...known, ""])
    expect(Object.keys(routesAt(whole, part)).length).toBeLessThan(60);
  for (const pathname of ["/__manifest", "//asset", "/%61sset", "/a\\b"])
    expect(partOf(pathname, known)).toBeNull();
});
