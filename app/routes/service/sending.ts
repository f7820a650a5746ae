import {
  type ClientActionFunctionArgs,
  data,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import type { Problem } from "#app/shared/refusal.ts";

const LINE_LOST =
  "The line was lost while saving. Nothing you typed is gone: send it again, it is saved once.";
const WENT_WRONG = "Something went wrong. Please try again.";

/**
 * Sends the form of either report screen. A lost line and a fault of the server come back as a problem, so that the form stays
 * as it is; a redirect, no access and not found go on.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<{ success: boolean }>();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    if (isRouteErrorResponse(thrown) && (thrown.status === 403 || thrown.status === 404))
      throw thrown;
    return thrown instanceof TypeError ? refused(503, LINE_LOST) : refused(500, WENT_WRONG);
  }
}

const refused = (status: number, message: string) =>
  data<Problem>({ success: false, message }, { status });

/** The ticket and what was typed outlive a save. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => !formMethod && defaultShouldRevalidate;
