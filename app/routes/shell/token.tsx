import { anySessionContext, visitContext } from "#worker/web/context.ts";
import { grantFor } from "#worker/web/shell.ts";
import type { Route } from "./+types/token";

/** Renews the access token through the page's own session, before it expires. */
export const action = ({ context }: Route.ActionArgs) =>
  grantFor(context.get(visitContext), context.get(anySessionContext));
