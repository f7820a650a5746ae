import { askedRound, todayOf } from "#worker/domain/rounds/asked.ts";
import { roundPackage } from "#worker/domain/rounds/package.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/package";

/** All that a round needs without a network, as one answer. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const asked = askedRound(new URL(request.url).searchParams, todayOf(session));
  return Response.json(await roundPackage(session, asked));
}
