import { findEverything } from "#worker/domain/search/palette.ts";
import { Session } from "#worker/session.ts";
import { anySessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/palette";

/** What the command palette finds of a company; the platform's staff find screens only. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(anySessionContext);
  const q = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(session instanceof Session ? await findEverything(session, q) : []);
}
