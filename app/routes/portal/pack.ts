import { contactContext, visitContext } from "#worker/web/context.ts";
import { portalPackAnswer } from "#worker/web/portal.ts";
import type { Route } from "./+types/pack";

/** Chosen certificates, or those of a period, as one archive. */
export const loader = ({ context, request }: Route.LoaderArgs) =>
  portalPackAnswer(context.get(contactContext), context.get(visitContext), request);
