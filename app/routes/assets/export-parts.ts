import { exportParts } from "#worker/domain/assets/parts-tab.ts";
import { sessionContext } from "#worker/web/context.ts";
import { listResponse } from "#worker/web/csv.ts";
import type { Route } from "./+types/export-parts";

/** The parts used on a device as a CSV or Excel file. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { name, head, pages } = await exportParts(context.get(sessionContext), params.id);
  return listResponse(request, name, head, pages);
}
