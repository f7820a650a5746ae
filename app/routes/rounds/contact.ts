import { visitContext } from "#worker/web/context.ts";
import { contactOf } from "#worker/web/round-contact.ts";
import type { Route } from "./+types/contact";

/** Tells a device that comes back into the network who is signed in on it, and what time it is. */
export const action = async ({ request, context }: Route.ActionArgs) =>
  Response.json(await contactOf(context.get(visitContext), request));
