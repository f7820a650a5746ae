import { stockLabels } from "#worker/domain/stock/labels.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { labelFile } from "#worker/web/label-pages.ts";
import type { Route } from "./+types/stock-label-pdf";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  labelFile(request, context.get(visitContext), context.get(sessionContext), stockLabels);
