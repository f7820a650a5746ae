import { devicesFor } from "#worker/domain/gate-passes/form.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/devices";

/** The devices that are added to a pass's form: `ids` between commas. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ids = (new URL(request.url).searchParams.get("ids") ?? "").split(",").filter(Boolean);
  return Response.json(await devicesFor(context.get(sessionContext), ids));
}
