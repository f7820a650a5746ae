import { Hono } from "hono";
import { calls } from "./calls.ts";
import { type Api, sendRefusals } from "./door.ts";
import { otherMethod } from "./methods.ts";

const parameters = (path: string) => path.split(":").length;

/** The JSON API: every declared call, and nothing else. */
export const api = new Hono<Api>();
api.use(sendRefusals);
// The first matching path answers, so fixed words come before parameters.
for (const { method, path, handle } of [...calls].sort(
  (one, other) => parameters(one.path) - parameters(other.path),
))
  api.on(method, path, handle);
api.all("*", otherMethod);
