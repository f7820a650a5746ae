import { data, isRouteErrorResponse } from "react-router";
import type { Problem } from "#worker/refusals.ts";

export const lineLost = "The line was lost while saving. Nothing you typed is gone: send it again, it is saved once.";
export const sessionEnded = "Your session has ended. Sign in again in a new tab, then send this form.";
const generic = "Something went wrong. Please try again.";

/**
 * Runs the page's own action. A lost line, an ended session and a fault of the server come back as a problem, so that the
 * form stays as it is; no access and not found go on to the error page.
 */
export async function sent<T>(action: () => Promise<T>) {
  try {
    return await action();
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status < 400) {
      const to = thrown.headers.get("Location") ?? "";
      if (!/\/login(\?|$)/.test(to)) throw thrown;
      return refused(401, sessionEnded, { signIn: true });
    }
    if (isRouteErrorResponse(thrown) && (thrown.status === 403 || thrown.status === 404)) throw thrown;
    return thrown instanceof TypeError ? refused(503, lineLost) : refused(500, generic);
  }
}

const refused = (status: number, message: string, more?: unknown) =>
  data<Problem>({ success: false, message, ...(more === undefined ? {} : { data: more }) }, { status });
