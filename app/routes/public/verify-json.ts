import { visitContext } from "#worker/web/context.ts";
import { verifyJson } from "#worker/web/public-verify.ts";
import type { Route } from "./+types/verify-json";

/** What a certificate's code tells, for machines. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  verifyJson(context.get(visitContext), params.token);
