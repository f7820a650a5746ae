import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import config from "#app/routes.ts";
import { ruleFor } from "#worker/access.ts";
import type { Call as Declared } from "#worker/api/call.ts";
import { calls as declared } from "#worker/api/calls.ts";
import { resources } from "#worker/domain/index.ts";

/** A page or resource route of the application, as the browser addresses it. */
export type Page = {
  /** With its parameters, such as /asset/detail/:id. */
  path: string;
  file: string;
  isSignedIn: boolean;
  /** For contacts of consumers alone. */
  isOfPortal: boolean;
  params: string[];
  hasLoader: boolean;
  hasAction: boolean;
  /** False for routes that answer data only. */
  isScreen: boolean;
};

const paramsOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
const SHELL = "routes/shell/signed-in.tsx";
const PORTAL = "routes/portal/frame.tsx";

/** `a/:id?` is two addresses. */
function optional(path: string): string[] {
  const match = /\/:\w+\?$/.exec(path);
  return match ? [path.slice(0, match.index), path.replace(/\?$/, "")] : [path];
}

function walk(
  entries: RouteConfigEntry[],
  above: string,
  isSignedIn: boolean,
  isOfPortal = false,
): Page[] {
  return entries.flatMap(({ path, file, index, children }): Page[] => {
    const here = path?.startsWith("/") ? path : [above, path].filter(Boolean).join("/");
    const inside = walk(
      ...([children ?? [], here, isSignedIn || file === SHELL] as const),
      isOfPortal || file === PORTAL,
    );
    if (path === undefined && !index) return inside;
    const source = readFileSync(`app/${file}`, "utf8");
    const has = (name: string) =>
      new RegExp(`^export (?:async )?(?:const|function) ${name}\\b`, "m").test(source);
    return [
      ...optional(`/${here.replace(/^\//, "")}`).map((address) => ({
        path: address,
        file,
        isSignedIn,
        isOfPortal,
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
/** Pages of the portal. */
export const portalPages = pages.filter((page) => page.isOfPortal);
export const signedInPages = pages.filter((page) => page.isSignedIn);
/** Signed-in pages that people of a company may open, if they have the right. */
export const companyPages = signedInPages.filter(({ path }) =>
  ruleFor(at(path, "x"))?.types.some((type) => type !== "Super Admin"),
);

/** The address a browser asks for the page's data alone. */
export const dataPath = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);
/** The addresses at which a screen answers: whole, and its data alone. */
export const surfaces = (path: string) => [path, dataPath(path)];
/** The address of a page's data; a page that is no screen has only its own. */
export const dataOf = ({ isScreen }: Page, path: string) => (isScreen ? dataPath(path) : path);
/** An id that no row has. */
export const NOBODY = "00000000-0000-7000-8000-000000000000";

/** A call of the API, its path as a client asks it. */
export type Call = Declared & { params: string[] };
export const calls: Call[] = declared.map((call) => ({
  ...call,
  path: `/api${call.path}`,
  params: paramsOf(call.path),
}));
/** Calls that belong to nobody's data: the description, sign-in and its kin. */
export const openCalls = new Set(
  calls.filter(({ isOpen, tag }) => isOpen || tag === "Sign-in").map(({ path }) => path),
);
/** Calls of the platform's staff, on the apex host. */
export const isOfStaff = ({ host, path }: Call) => host === "platform" && !openCalls.has(path);
/** Calls of people of a company who have signed in. */
export const companyCalls = calls.filter((call) => !openCalls.has(call.path) && !isOfStaff(call));
/** Calls or pages, each with the name of its test. */
export const named = <T extends { path: string; method?: string }>(items: readonly T[]) =>
  items.map((item) => [item.method ? `${item.method} ${item.path}` : item.path, item] as const);

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
