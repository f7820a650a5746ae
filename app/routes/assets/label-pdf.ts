import { labelsOf } from "#worker/domain/labels.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { labelPdf } from "#worker/web/label-pdf.ts";
import type { Route } from "./+types/label-pdf";

/** The labels on paper, exact to the millimetre. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const params = new URL(request.url).searchParams;
  const isCalibration = params.get("calibrate") === "1";
  const labels = await labelsOf(session, params);
  const bytes = await labelPdf(labels, session.company, context.get(visitContext).env.MEDIA, isCalibration);
  const name = isCalibration ? "calibration" : "labels";
  return new Response(bytes as BodyInit, {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": `inline; filename="${name}.pdf"` },
  });
}
