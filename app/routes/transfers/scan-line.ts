import { lineCalled } from "#worker/domain/transfers/picking.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/scan-line";

/** The line of a transfer that a scanned code names. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const text = new URL(request.url).searchParams.get("text") ?? "";
  return Response.json(await lineCalled(context.get(sessionContext), params.id, text));
}
