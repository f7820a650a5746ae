import {
  type ClientActionFunctionArgs,
  data,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import type { Refused } from "#app/ui/form.tsx";

const LINE_LOST =
  "The line was lost while saving. Nothing you typed is gone: send it again, it is saved once.";
const WENT_WRONG = "Something went wrong. Please try again.";

/**
 * Sends a form. A lost line and a fault of the server come back as a problem, so that the form stays as it is; a redirect,
 * no access and not found go on.
 */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => kept(serverAction);

/** The same on a page with several forms: the problem names the one that was sent. */
export async function clientActionOfMany({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  return kept(serverAction, typeof intent === "string" ? { intent } : {});
}

async function kept(
  serverAction: ClientActionFunctionArgs["serverAction"],
  values?: Refused["values"],
) {
  try {
    // What the server answers has the type of the page's own action.
    return await serverAction<never>();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    if (isRouteErrorResponse(thrown) && (thrown.status === 403 || thrown.status === 404))
      throw thrown;
    const [status, message] = thrown instanceof TypeError ? [503, LINE_LOST] : [500, WENT_WRONG];
    return data<Refused>({ success: false, message, ...(values ? { values } : {}) }, { status });
  }
}

/** The ticket and what was typed outlive a save. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => !formMethod && defaultShouldRevalidate;
