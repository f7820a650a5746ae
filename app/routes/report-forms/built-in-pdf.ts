import { builtInPreview } from "#worker/domain/report-forms/read.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { pdfAnswer } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/built-in-pdf";

/** A built-in form as the PDF of a sample report. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { env } = context.get(visitContext);
  const { document, documentSha256 } = await builtInPreview(
    context.get(sessionContext),
    new URL(request.url).searchParams.get("kind") ?? "calibration",
  );
  const { certificatePdf } = await import("#worker/web/certificate-pdf.ts");
  const bytes = await certificatePdf(document, {
    ...{ documentSha256, watermark: "DRAFT", assets: env.ASSETS },
  });
  return pdfAnswer(bytes, document.content.title);
}
