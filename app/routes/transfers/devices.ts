import { pickDevices } from "#worker/domain/transfers/picking.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/devices";

/** What the form of a transfer must know of devices that somebody chooses. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const ids = (searchParams.get("ids") ?? "").split(",");
  const of = searchParams.get("of") || null;
  return Response.json(await pickDevices(context.get(sessionContext), ids, of));
}
