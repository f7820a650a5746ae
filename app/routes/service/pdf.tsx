import { findReport } from "#worker/domain/service-reports/index.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { paperIn, pdfAnswer } from "#worker/web/pdf-answer.ts";
import { reportSheet } from "#worker/web/report-sheet.ts";
import type { Route } from "./+types/pdf";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const report = await findReport(session, params.id);
  const { reportPdf } = await import("#worker/web/report-pdf.ts");
  const { env } = context.get(visitContext);
  const sheet = reportSheet(report, session.company, env);
  const bytes = await reportPdf(sheet, session.company, paperIn(request), env);
  return pdfAnswer(bytes, report.serviceTicket);
}
