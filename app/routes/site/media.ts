import { visitContext } from "#worker/web/context.ts";
import { siteMedia } from "#worker/web/site-media.ts";
import type { Route } from "./+types/media";

/** A picture of the public pages. */
export const loader = ({ context, request, params }: Route.LoaderArgs) =>
  siteMedia(context.get(visitContext), request, params.id);
