import { formPreview } from "#worker/domain/report-forms/read.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { pdfAnswer } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/pdf";

/** A version of a form as the PDF of a report that it lays out, marked as a draft. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { env } = context.get(visitContext);
  const session = context.get(sessionContext);
  const { document, documentSha256 } = await formPreview(
    ...([session, env.MEDIA, params.id] as const),
    new URL(request.url).searchParams,
  );
  const { certificatePdf } = await import("#worker/web/certificate-pdf.ts");
  const bytes = await certificatePdf(document, {
    ...{ documentSha256, watermark: "DRAFT", assets: env.ASSETS },
    kept: { bucket: env.MEDIA, companyId: session.company.id },
  });
  return pdfAnswer(bytes, document.content.form.name);
}
