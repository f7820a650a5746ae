import { visitContext } from "#worker/web/context.ts";
import { backChannelAnswer } from "#worker/web/identity.ts";
import type { Route } from "./+types/back-channel";

/** Takes what the company's identity provider tells of people who signed out there. */
export const action = ({ request, context }: Route.ActionArgs) =>
  backChannelAnswer(context.get(visitContext), request);
