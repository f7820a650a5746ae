import { wantedPasskey } from "#worker/domain/account/passkeys.ts";
import { anySessionContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/new-passkey";

/** What the browser is asked to make. */
export const loader = async ({ context }: Route.LoaderArgs) =>
  Response.json(await wantedPasskey(context.get(anySessionContext), context.get(visitContext).env));
