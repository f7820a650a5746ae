import type { LoaderFunctionArgs } from "react-router";
import { exportBudget } from "#worker/domain/replacement/budget.ts";
import { sessionContext } from "#worker/web/context.ts";
import { sheetResponse, sheetTypeOf } from "#worker/web/csv.ts";

/** The replacement budget as a CSV or Excel file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const sheet = await exportBudget(context.get(sessionContext), search);
  return sheetResponse(sheetTypeOf(search), sheet.name, [sheet]);
}
