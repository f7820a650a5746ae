import { findPass } from "#worker/domain/gate-passes/read.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { passSheets } from "#worker/web/pass-sheet.ts";
import { paperIn, pdfAnswer } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/pdf";

/** A gate pass in its three copies as a PDF, on A4 or Letter. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const pass = await findPass(session, params.id);
  const { slipPdf } = await import("#worker/web/slip-pdf.ts");
  const { env } = context.get(visitContext);
  const slips = passSheets(pass, session.company, env);
  return pdfAnswer(await slipPdf(slips, session.company, paperIn(request), env), pass.number);
}
