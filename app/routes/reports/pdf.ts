import { type LoaderFunctionArgs, redirect } from "react-router";
import { hasNone } from "#worker/domain/reports/all.ts";
import { wholeReport } from "#worker/domain/reports/files.ts";
import { isRefusal } from "#worker/refusals.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { paperIn, pdfAnswer } from "#worker/web/pdf-answer.ts";
import { reportTable } from "#worker/web/report-files.ts";

/** A report on paper, as a PDF in landscape. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = context.get(sessionContext);
  const search = new URL(request.url).searchParams;
  if (hasNone(session, search)) throw redirect("/reports");
  const whole = await wholeReport(session, search).catch((refusal) => {
    if (!isRefusal(refusal, 409)) throw refusal;
    // Too long to be given at once: its page offers it in the background.
    search.set("do", "run");
    search.set("as", "pdf");
    throw redirect(`/report?${search}`);
  });
  const { tablePdf } = await import("#worker/web/table-pdf.ts");
  const table = reportTable(whole, session);
  const { env } = context.get(visitContext);
  const paper = paperIn(request) === "letter" ? "letter" : "a4";
  return pdfAnswer(await tablePdf(table, session.company, paper, env), whole.name);
}
