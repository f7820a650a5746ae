import { visitContext } from "#worker/web/context.ts";
import { verifyFile } from "#worker/web/public-verify.ts";
import type { Route } from "./+types/verify-file";

/** A certificate's PDF, XML or JSON, where its laboratory gives them to anybody. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  verifyFile(context.get(visitContext), params.token, params.file);
