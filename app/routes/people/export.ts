import { exportPeople } from "#worker/domain/people/export.ts";
import { sessionContext } from "#worker/web/context.ts";
import { listResponse } from "#worker/web/csv.ts";
import type { Route } from "./+types/export";

/** The people of the list as a spreadsheet. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { name, head, pages } = await exportPeople(context.get(sessionContext), new URL(request.url).searchParams);
  return listResponse(request, name, head, pages);
}
