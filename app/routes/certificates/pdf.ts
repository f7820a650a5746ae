import { certificatePaper } from "#worker/domain/certificates/preview.ts";
import { storedFile } from "#worker/files/serve.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { pdfAnswer } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/pdf";

/** A certificate as PDF: the file that was issued while it is in force; else as it stands, marked as a draft, as void or as superseded. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { env } = context.get(visitContext);
  const session = context.get(sessionContext);
  const paper = await certificatePaper(session, env.MEDIA, params.id);
  if (paper.stored) return storedFile(env.MEDIA, paper.stored);
  const { document, documentSha256, watermark } = paper;
  const { certificatePdf } = await import("#worker/web/certificate-pdf.ts");
  const bytes = await certificatePdf(document, {
    ...{ documentSha256, watermark, assets: env.ASSETS },
    kept: { bucket: env.MEDIA, companyId: session.company.id },
  });
  return pdfAnswer(bytes, document.issue.certificate_no);
}
