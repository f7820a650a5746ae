import { queryFile } from "#worker/domain/platform/contact-queries.ts";
import { staffContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/query-file";

/** The file that an applicant has sent with a message. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  queryFile(context.get(staffContext), context.get(visitContext).env.MEDIA, params.id);
