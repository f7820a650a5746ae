import { choicesOf } from "#worker/domain/choices.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/choices";

/** What pickers ask while someone types. */
export const loader = async ({ request, params, context }: Route.LoaderArgs) =>
  Response.json(await choicesOf(context.get(sessionContext), params.list, new URL(request.url).searchParams.get("q") ?? ""));
