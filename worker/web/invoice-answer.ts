import type { LoaderFunctionArgs } from "react-router";
import { invoiceOf } from "../domain/billing/staff-orders.ts";
import type { AnySession } from "../session.ts";
import { visitContext } from "./context.ts";
import { paperIn, pdfAnswer } from "./pdf-answer.ts";

type Args = Pick<LoaderFunctionArgs, "request" | "params" | "context">;

/** The invoice of the order in the address as a PDF. @throws Response 403; 404 for an order that is not there or not paid */
export async function invoiceAnswer(session: AnySession, { request, params, context }: Args) {
  const invoice = await invoiceOf(session, params.id ?? "");
  const { invoicePdf } = await import("./invoice-pdf.ts");
  const { env } = context.get(visitContext);
  const bytes = await invoicePdf(invoice, paperIn(request), env);
  return pdfAnswer(bytes, invoice.order.invoiceNo ?? invoice.order.number);
}
