import { contactContext, visitContext } from "#worker/web/context.ts";
import { portalLogo } from "#worker/web/portal.ts";
import type { Route } from "./+types/logo";

export const loader = ({ context }: Route.LoaderArgs) =>
  portalLogo(context.get(contactContext), context.get(visitContext));
