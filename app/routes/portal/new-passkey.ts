import { wantedPasskey } from "#worker/domain/account/passkeys.ts";
import { contactContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/new-passkey";

/** What a contact's browser is asked to make. */
export const loader = async ({ context }: Route.LoaderArgs) =>
  Response.json(await wantedPasskey(context.get(contactContext), context.get(visitContext).env));
