import { suggestedHelps } from "#worker/domain/support/helps.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/find-helps";

/** Helps that fit a subject while it is typed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(await suggestedHelps(context.get(sessionContext), q));
}
