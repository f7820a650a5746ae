import { beginningOf } from "#worker/domain/service-calls/begin.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/beginning";

/** What a new call's form shows as soon as its device is chosen. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const asset = new URL(request.url).searchParams.get("asset") ?? "";
  return Response.json(await beginningOf(context.get(sessionContext), asset));
}
