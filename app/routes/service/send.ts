import { data, isRouteErrorResponse } from "react-router";
import type { Problem } from "#app/shared/refusal.ts";

const lineLost =
  "The line was lost while saving. Nothing you typed is gone: send it again, it is saved once.";
const generic = "Something went wrong. Please try again.";

/**
 * Runs the page's own action. A lost line and a fault of the server come back as a problem, so that the form stays as it
 * is; a redirect, no access and not found go on.
 */
export async function sent<T>(action: () => Promise<T>) {
  try {
    return await action();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    if (isRouteErrorResponse(thrown) && (thrown.status === 403 || thrown.status === 404))
      throw thrown;
    return thrown instanceof TypeError ? refused(503, lineLost) : refused(500, generic);
  }
}

const refused = (status: number, message: string) =>
  data<Problem>({ success: false, message }, { status });
