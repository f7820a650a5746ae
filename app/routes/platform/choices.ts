import { platformChoices } from "#worker/domain/platform/choices.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/choices";

/** What the staff's pickers ask while someone types: `list` and `q`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const found = await platformChoices(
    context.get(staffContext),
    params.get("list") ?? "",
    params.get("q") ?? "",
  );
  return Response.json(found);
}
