import { posterOf } from "#worker/domain/masters/poster.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/poster-pdf";

/** The poster of a Location as PDF, A4 unless Letter is asked for. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const poster = await posterOf(context.get(sessionContext), params.id);
  const paper = new URL(request.url).searchParams.get("paper") === "letter" ? "letter" : "a4";
  const { posterPdf } = await import("#worker/web/poster-pdf.ts");
  const bytes = await posterPdf(poster, paper, context.get(visitContext).env);
  return new Response(bytes as BodyInit, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'inline; filename="poster.pdf"',
    },
  });
}
