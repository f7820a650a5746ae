import { refusedRows } from "#worker/domain/imports/rows.ts";
import { sessionContext } from "#worker/web/context.ts";
import { sheetResponse, sheetTypeOf } from "#worker/web/csv.ts";
import type { Route } from "./+types/errors";

/** The refused rows of an import as a file, with what is wrong in its last column. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { name, head, pages } = await refusedRows(context.get(sessionContext), params.id);
  return sheetResponse(sheetTypeOf(new URL(request.url).searchParams), name, [
    { name: "Errors", head, pages },
  ]);
}
