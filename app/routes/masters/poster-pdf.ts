import { posterOf } from "#worker/domain/masters/poster.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { paperIn, pdfAnswer } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/poster-pdf";

/** The poster of a Location as PDF, A4 unless Letter is asked for. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const poster = await posterOf(context.get(sessionContext), params.id);
  const { posterPdf } = await import("#worker/web/poster-pdf.ts");
  const bytes = await posterPdf(poster, paperIn(request), context.get(visitContext).env);
  return pdfAnswer(bytes, "poster");
}
