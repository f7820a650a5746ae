import { bulkEdit } from "../domain/assets/bulk.ts";
import type { Visit } from "../env.ts";
import { carriedOutOnce } from "../once.ts";
import type { Session } from "../session.ts";
import { formOf, saved, valuesOf } from "./forms.ts";

/** One step of a bulk edit, sent by the scripts of the list. */
export async function bulkAction(
  request: Request,
  visit: Visit,
  session: Session,
): Promise<Response> {
  const values = valuesOf(await formOf(request, visit));
  const answer = await carriedOutOnce(visit, () => bulkEdit(session, values));
  return Response.json(saved(answer), { status: answer.status });
}
