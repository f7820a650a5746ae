import { exportActivity } from "#worker/domain/activity/export.ts";
import { sessionContext } from "#worker/web/context.ts";
import { listResponse } from "#worker/web/csv.ts";
import type { Route } from "./+types/export";

/** Activity Logs as a CSV or Excel file, with the list's filters. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { name, head, pages } = await exportActivity(context.get(sessionContext), new URL(request.url).searchParams);
  return listResponse(request, name, head, pages);
}
