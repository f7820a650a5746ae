import { callFigures } from "#worker/domain/service-calls/figures.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/figures";

/** How all the work stands, for the line over the list. */
export const loader = async ({ context }: Route.LoaderArgs) =>
  Response.json(await callFigures(context.get(sessionContext)));
