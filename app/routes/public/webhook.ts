import { visitContext } from "#worker/web/context.ts";
import { webhookAnswer } from "#worker/web/webhook.ts";
import type { Route } from "./+types/webhook";

/** Takes what a payment gateway tells. */
export const action = ({ request, context }: Route.ActionArgs) =>
  webhookAnswer(context.get(visitContext), request);
