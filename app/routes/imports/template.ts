import { templateOf } from "#worker/domain/imports/template.ts";
import { sessionContext } from "#worker/web/context.ts";
import { sheetResponse, sheetTypeOf } from "#worker/web/csv.ts";
import type { Route } from "./+types/template";

/** An empty spreadsheet of a kind, to be filled in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const { name, sheets } = await templateOf(
    context.get(sessionContext),
    params.get("kind") ?? "assets",
  );
  return sheetResponse(sheetTypeOf(params), name, sheets);
}
