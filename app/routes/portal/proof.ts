import { proofAsked } from "#worker/domain/account/factors.ts";
import { contactContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/proof";

/** What the next act asks of a contact besides their password. */
export const loader = async ({ context }: Route.LoaderArgs) =>
  Response.json(await proofAsked(context.get(contactContext), context.get(visitContext).env));
