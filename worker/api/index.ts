import { Hono } from "hono";
import { calls } from "./calls.ts";
import { type Api, sendRefusals } from "./door.ts";
import { otherMethod } from "./methods.ts";

const parameters = (path: string) => path.split(":").length;

/** The JSON door: every declared call, and no other. */
export const api = new Hono<Api>();
api.use(sendRefusals);
// The first path that fits answers, so a word stands before a parameter.
for (const { method, path, handle } of [...calls].sort(
  (one, other) => parameters(one.path) - parameters(other.path),
))
  api.on(method, path, handle);
api.all("*", otherMethod);
