import { mergeable } from "#worker/domain/index.ts";
import { entryOf } from "#worker/domain/lists/list-query.ts";
import type { categories } from "#worker/domain/masters/categories.ts";
import { notFound } from "#worker/refusals.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/merge-preview";

/** What a merge dialog asks when it opens: what would move. */
export function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const master =
    entryOf<Pick<typeof categories, "mergePreview">>(mergeable, params.get("of") ?? "") ??
    notFound("list");
  return master
    .mergePreview(context.get(sessionContext), params.get("id") ?? "")
    .then((uses) => Response.json(uses));
}
