import { staffContext } from "#worker/web/context.ts";
import { invoiceAnswer } from "#worker/web/invoice-answer.ts";
import type { Route } from "./+types/order-invoice";

/** The invoice of an order as a PDF, with its credit notes, for staff. */
export const loader = (args: Route.LoaderArgs) =>
  invoiceAnswer(args.context.get(staffContext), args);
