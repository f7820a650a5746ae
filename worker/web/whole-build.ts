import type { HeadersFunction, ServerBuild } from "react-router";
import { orBusy } from "../busy.ts";
import { refuse } from "../refusals.ts";

type Module = NonNullable<ServerBuild["routes"][string]>["module"];
type Headed = HeadersFunction | HeadersInit | undefined;

const takesNothing = () =>
  refuse(405, "There is nothing to send to this address. Nothing was changed.", {
    headers: { Allow: "GET, HEAD" },
  });
const showsNothing = () =>
  refuse(405, "There is nothing to look at here.", { headers: { Allow: "POST" } });

/** A route's headers, and those of its refusals: what the address takes, and how long to wait. */
const withRefusals =
  (headersOf: Headed): HeadersFunction =>
  (args) => {
    const headers = new Headers(
      typeof headersOf === "function" ? headersOf(args) : (headersOf ?? args.parentHeaders),
    );
    for (const name of ["Allow", "Retry-After"]) {
      const value = (args.errorHeaders ?? args.actionHeaders).get(name);
      if (value) headers.set(name, value);
    }
    return headers;
  };

/** A route's loader or action that tells a fault of D1 in words. */
const told = <H extends Module["loader"] | Module["action"]>(handle: H): H =>
  (typeof handle === "function"
    ? (args: never) => orBusy(() => (handle as (args: never) => unknown)(args))
    : handle) as H;

/**
 * The build with an answer of ours for every address that is sent something it does not take.
 * @param isSafe whether the request only reads. To one that sends something, a file's address answers with a page of words,
 *   as all others do.
 */
export function wholeBuild(build: ServerBuild, isSafe: boolean): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { module } = route!;
    const isData = !module.default && !module.loader;
    const more = {
      headers: withRefusals(module.headers),
      ...(module.loader ? { loader: told(module.loader) } : {}),
      ...(module.action ? { action: told(module.action) } : { action: takesNothing }),
      ...(isData ? { loader: showsNothing } : {}),
      ...(isSafe || module.default || module.action ? {} : { default: () => null }),
    };
    return [id, { ...route!, module: { ...module, ...more } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
