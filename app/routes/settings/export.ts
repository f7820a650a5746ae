import { exportAll } from "#worker/domain/settings/export-all.ts";
import { sessionContext } from "#worker/web/context.ts";
import { archiveResponse } from "#worker/web/csv.ts";
import type { Route } from "./+types/export";

/** Everything the company owns, as CSV files in one archive. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name, about, files } = await exportAll(context.get(sessionContext));
  return archiveResponse(name, about, files);
}
