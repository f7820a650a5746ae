import { choicesOf } from "#worker/domain/choices.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/choices";

/** What pickers ask while someone types: `list` and `q`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  return Response.json(await choicesOf(context.get(sessionContext), params.get("list") ?? "", params.get("q") ?? ""));
}
