import { sampleOf } from "#worker/domain/imports/presets/sample.ts";
import { sessionContext } from "#worker/web/context.ts";
import { sheetResponse, sheetTypeOf } from "#worker/web/csv.ts";
import type { Route } from "./+types/sample";

/** A file as another program writes it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const { name, head, pages } = sampleOf(context.get(sessionContext), params.get("preset"));
  return sheetResponse(sheetTypeOf(params), name, [{ name: "Sample", head, pages }]);
}
