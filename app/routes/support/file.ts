import { ticketFile } from "#worker/domain/support/files.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/file";

/** A file of a ticket. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  ticketFile(context.get(sessionContext), context.get(visitContext).env.MEDIA, params.id);
