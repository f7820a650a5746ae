import { exportMovements } from "#worker/domain/stock/export.ts";
import { sessionContext } from "#worker/web/context.ts";
import { listResponse } from "#worker/web/csv.ts";
import type { Route } from "./+types/export-movements";

/** An item's ledger as a CSV or Excel file, with the page's filters. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { name, head, pages } = await exportMovements(
    context.get(sessionContext),
    params.id,
    new URL(request.url).searchParams,
  );
  return listResponse(request, name, head, pages);
}
