import { exportSubCategories } from "#worker/domain/master-exports.ts";
import { sessionContext } from "#worker/web/context.ts";
import { listResponse } from "#worker/web/csv.ts";
import type { Route } from "./+types/export-sub-categories";

/** Sub-categories as a CSV or Excel file, with the list's search and filters. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { name, head, pages } = await exportSubCategories(context.get(sessionContext), new URL(request.url).searchParams);
  return listResponse(request, name, head, pages);
}
