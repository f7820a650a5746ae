import { exportReports } from "#worker/domain/assets/export.ts";
import { sessionContext } from "#worker/web/context.ts";
import { listResponse } from "#worker/web/csv.ts";
import type { Route } from "./+types/export-reports";

/** A device's service reports as a CSV or Excel file. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { name, head, pages } = await exportReports(context.get(sessionContext), params.id);
  return listResponse(request, name, head, pages);
}
