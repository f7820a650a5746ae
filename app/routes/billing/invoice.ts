import { sessionContext } from "#worker/web/context.ts";
import { invoiceAnswer } from "#worker/web/invoice-answer.ts";
import type { Route } from "./+types/invoice";

/** The invoice of one of the company's orders as a PDF, with its credit notes. */
export const loader = (args: Route.LoaderArgs) =>
  invoiceAnswer(args.context.get(sessionContext), args);
