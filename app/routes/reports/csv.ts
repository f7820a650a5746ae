import { type LoaderFunctionArgs, redirect } from "react-router";
import { hasNone } from "#worker/domain/reports/all.ts";
import { exportReport } from "#worker/domain/reports/files.ts";
import { sessionContext } from "#worker/web/context.ts";
import { sheetResponse, sheetTypeOf } from "#worker/web/csv.ts";

/** A report as a CSV or Excel file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const session = context.get(sessionContext);
  if (hasNone(session, search)) throw redirect("/reports");
  const sheet = await exportReport(session, search);
  return sheetResponse(sheetTypeOf(search), sheet.name, [sheet]);
}
