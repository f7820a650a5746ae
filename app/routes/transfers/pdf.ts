import { viewTransfer } from "#worker/domain/transfers/read.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { paperIn, pdfAnswer } from "#worker/web/pdf-answer.ts";
import { transferSheet } from "#worker/web/transfer-sheet.ts";
import type { Route } from "./+types/pdf";

/** The slip of a transfer as a PDF, on A4 or Letter. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const transfer = await viewTransfer(session, params.id);
  const { slipPdf } = await import("#worker/web/slip-pdf.ts");
  const { env } = context.get(visitContext);
  const slip = transferSheet(transfer, session.company, env);
  return pdfAnswer(await slipPdf([slip], session.company, paperIn(request), env), transfer.number);
}
