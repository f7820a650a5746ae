import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import config from "#app/routes.ts";
import { ruleFor } from "#worker/access.ts";
import { api } from "#worker/api/index.ts";
import { platformResources, resources } from "#worker/domain/index.ts";
import { noticeMarks } from "#worker/domain/notifications/inbox.ts";
import { sectionLabels } from "#worker/domain/settings/save.ts";

/** A page or resource route of the application, as the browser addresses it. */
export type Page = {
  /** With its parameters, such as /asset/detail/:id. */
  path: string;
  file: string;
  isSignedIn: boolean;
  params: string[];
  hasLoader: boolean;
  hasAction: boolean;
  /** False for routes that answer data only. */
  isScreen: boolean;
};

const paramsOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
const SHELL = "routes/shell/signed-in.tsx";

/** `a/:id?` is two addresses. */
function optional(path: string): string[] {
  const match = /\/:\w+\?$/.exec(path);
  return match ? [path.slice(0, match.index), path.replace(/\?$/, "")] : [path];
}

function walk(entries: RouteConfigEntry[], above: string, isSignedIn: boolean): Page[] {
  return entries.flatMap(({ path, file, index, children }): Page[] => {
    const here = path?.startsWith("/") ? path : [above, path].filter(Boolean).join("/");
    const inside = walk(children ?? [], here, isSignedIn || file === SHELL);
    if (path === undefined && !index) return inside;
    const source = readFileSync(`app/${file}`, "utf8");
    const has = (name: string) =>
      new RegExp(`^export (?:async )?(?:const|function) ${name}\\b`, "m").test(source);
    return [
      ...optional(`/${here.replace(/^\//, "")}`).map((address) => ({
        path: address,
        file,
        isSignedIn,
        params: paramsOf(address),
        hasLoader: has("loader"),
        hasAction: has("action"),
        isScreen: /^export default /m.test(source),
      })),
      ...inside,
    ];
  });
}

export const pages: Page[] = walk((await config) as RouteConfigEntry[], "", false);
export const signedInPages = pages.filter((page) => page.isSignedIn);
/** Signed-in pages that people of a company may open, if they have the right. */
export const companyPages = signedInPages.filter(({ path }) =>
  ruleFor(at(path, "x"))?.types.some((type) => type !== "Super Admin"),
);

/** The address a browser asks for the page's data alone. */
export const dataPath = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);

/** A call of the API: method and path, with its parameters. */
export type Call = { method: string; path: string; params: string[] };

/** Parameters that are words, not ids: each word is a call of its own. */
const words: Record<string, readonly string[]> = {
  command: ["receive", "issue", "adjust", "scrap", "return"],
  section: Object.keys(sectionLabels),
  mark: noticeMarks,
};
const spelled = (path: string): string[] => {
  const name = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!).find((name) => name in words);
  return name ? words[name]!.flatMap((word) => spelled(path.replace(`:${name}`, word))) : [path];
};
export const calls: Call[] = api.routes
  .filter(({ method }) => method !== "ALL")
  .flatMap(({ method, path }) =>
    spelled(`/api${path}`.replace(/\/$/, "")).map((path) => ({
      method,
      path,
      params: paramsOf(path),
    })),
  );

/** Calls of the platform's staff, on the apex host. */
const ofStaff = new Set([...Object.keys(platformResources), "companies"]);
export const isOfStaff = ({ path }: Pick<Call, "path">) =>
  ofStaff.has(path.split("/")[2]!) || path.startsWith("/api/super-admin/users");

const verbOf =
  (among: object) =>
  ({ path }: Pick<Call, "path">) => {
    const [, , first, id, ...rest] = path.split("/");
    return first && first in among && (id === undefined || id === ":id") && !rest.length
      ? first
      : undefined;
  };
/** The entity whose generic verb a call is; undefined for a call of its own. */
export const entityOf = verbOf(resources);

/** A path with each parameter set. */
export function at(path: string, id: string): string {
  return path.replace(/:\w+/g, encodeURIComponent(id));
}
