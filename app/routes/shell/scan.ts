import { scan } from "#worker/domain/labels/scan.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/scan";

/** What a scanned code names in the person's company. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const text = new URL(request.url).searchParams.get("text") ?? "";
  return Response.json(await scan(context.get(sessionContext), text));
}
