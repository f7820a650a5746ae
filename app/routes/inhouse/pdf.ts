import { inhousePaper } from "#worker/domain/inhouse/print.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { pdfAnswer } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/pdf";

/** The record of an in-house calibration as PDF, marked while it is not closed. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { env } = context.get(visitContext);
  const session = context.get(sessionContext);
  const { document, ...options } = await inhousePaper(session, params.id);
  const { certificatePdf } = await import("#worker/web/certificate-pdf.ts");
  const bytes = await certificatePdf(document, { ...options, assets: env.ASSETS });
  return pdfAnswer(bytes, document.issue.certificate_no);
}
