import { contactContext, visitContext } from "#worker/web/context.ts";
import { portalFileAnswer } from "#worker/web/portal.ts";
import type { Route } from "./+types/file";

/** A certificate's PDF, XML or JSON. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  portalFileAnswer(context.get(contactContext), context.get(visitContext), params.id, params.file);
