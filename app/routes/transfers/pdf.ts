import { viewTransfer } from "#worker/domain/transfers/read.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { transferSheet } from "#worker/web/transfer-sheet.ts";
import type { Route } from "./+types/pdf";

/** The slip of a transfer as a PDF, on A4 or Letter. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const transfer = await viewTransfer(session, params.id);
  const paper = new URL(request.url).searchParams.get("paper") === "letter" ? "letter" : "a4";
  const { transferPdf } = await import("#worker/web/transfer-pdf.ts");
  const { env } = context.get(visitContext);
  const sheet = transferSheet(transfer, session.company, env);
  const bytes = await transferPdf(sheet, session.company, paper, env);
  return new Response(bytes as BodyInit, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${transfer.number.replace(/[^\w.-]/g, "_")}.pdf"`,
    },
  });
}
