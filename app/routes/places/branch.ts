import { treeBranch } from "#worker/domain/locations/tree.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/branch";

/** One level of the tree, as it is opened. */
export const loader = async ({ request, context }: Route.LoaderArgs) =>
  Response.json(await treeBranch(context.get(sessionContext), new URL(request.url).searchParams));
