import { choicesOf } from "#worker/domain/lists/choices.ts";
import { defaultsOf } from "#worker/domain/masters/category-defaults.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/choices";

/** What pickers ask while someone types: `list` and `q`, and `of` for a list inside a record; and what a category brings to a new device. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const session = context.get(sessionContext);
  const [list, of] = [params.get("list") ?? "", params.get("of") ?? ""];
  if (list === "category-defaults")
    return Response.json(await defaultsOf(session, of, params.get("sub") ?? ""));
  return Response.json(await choicesOf(session, list, params.get("q") ?? "", of));
}
