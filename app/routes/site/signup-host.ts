import { visitContext } from "#worker/web/context.ts";
import { hostToSay } from "#worker/web/site-sign-up.ts";
import type { Route } from "./+types/signup-host";

/** Whether an address is free, for the form while it is typed. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  hostToSay(context.get(visitContext), new URL(request.url).searchParams.get("word") ?? "");
