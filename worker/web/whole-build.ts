import type { ServerBuild } from "react-router";
import { refuse } from "../refusals.ts";

const takesNothing = () =>
  refuse(405, "There is nothing to send to this address. Nothing was changed.");
const showsNothing = () => refuse(405, "There is nothing to look at here.");
const whole = new WeakMap<ServerBuild, ServerBuild>();

/** The build with an answer of ours for every page that is sent something it does not take. */
export function wholeBuild(build: ServerBuild): ServerBuild {
  const known = whole.get(build);
  if (known) return known;
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { module } = route!;
    const isData = !module.default && !module.loader;
    const missing = {
      ...(module.action ? {} : { action: takesNothing }),
      ...(isData ? { loader: showsNothing } : {}),
    };
    return [id, { ...route!, module: { ...module, ...missing } }] as const;
  });
  const made = { ...build, routes: Object.fromEntries(routes) };
  whole.set(build, made);
  return made;
}
