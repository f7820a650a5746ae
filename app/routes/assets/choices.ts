import { assetChoices } from "#worker/domain/assets/choices.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/choices";

/** The assets that a picker offers while someone types. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(
    await assetChoices(
      context.get(sessionContext),
      new URL(request.url).searchParams.get("q") ?? "",
    ),
  );
}
