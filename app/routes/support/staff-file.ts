import { ticketFileForStaff } from "#worker/domain/support/files.ts";
import { staffContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/staff-file";

/** A file of any ticket, for staff. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  ticketFileForStaff(context.get(staffContext), context.get(visitContext).env.MEDIA, params.id);
