import { machineLabels } from "#worker/domain/calibration/machine-labels.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { labelFile } from "#worker/web/label-pages.ts";
import type { Route } from "./+types/machine-label-pdf";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  labelFile(request, context.get(visitContext), context.get(sessionContext), machineLabels);
