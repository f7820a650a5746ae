import { exportFile } from "#worker/domain/company-export/file.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/export";

/** Everything the company has entered, as it was put together. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  exportFile(context.get(sessionContext), context.get(visitContext).env.MEDIA, params.id);
