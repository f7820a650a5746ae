import { workList } from "#worker/domain/due/work-list.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { paperIn, pdfAnswer } from "#worker/web/pdf-answer.ts";
import { workSheet } from "#worker/web/work-sheet.ts";
import type { Route } from "./+types/work-list-pdf";

/** The work list as a PDF, on A4 or Letter. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const list = await workList(session, new URL(request.url).searchParams);
  const { workListPdf } = await import("#worker/web/work-list-pdf.ts");
  const { env } = context.get(visitContext);
  const sheet = workSheet(session, list);
  return pdfAnswer(await workListPdf(sheet, session.company, paperIn(request), env), "work-list");
}
