import { inhouseVersion } from "#worker/domain/inhouse/read.ts";
import { saveSentInhouse } from "#worker/domain/inhouse/save.ts";
import { actions, asData } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/save";

/** How far a draft has come, so that a page knows whether somebody else has saved it. */
export const loader = async ({ params, context }: Route.LoaderArgs) =>
  Response.json(await inhouseVersion(context.get(sessionContext), params.id));

/** Saves what a measuring page sends by itself while one types. */
export const action = actions(({ session, id }, values) => saveSentInhouse(session, id, values), {
  isData: true,
  reply: asData,
});
