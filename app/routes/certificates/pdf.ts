import { certificatePreview } from "#worker/domain/certificates/preview.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { pdfAnswer } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/pdf";

/** A certificate as PDF: as it stands, marked as a draft, or as void or superseded where it is. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { env } = context.get(visitContext);
  const session = context.get(sessionContext);
  const { document, ...options } = await certificatePreview(session, env.MEDIA, params.id);
  const { certificatePdf } = await import("#worker/web/certificate-pdf.ts");
  const bytes = await certificatePdf(document, {
    ...{ ...options, assets: env.ASSETS },
    kept: { bucket: env.MEDIA, companyId: session.company.id },
  });
  return pdfAnswer(bytes, document.issue.certificate_no);
}
