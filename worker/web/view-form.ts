import { createView, removeView, updateView } from "../domain/lists/saved-views.ts";
import type { Visit } from "../env.ts";
import { carriedOutOnce } from "../once.ts";
import type { Session } from "../session.ts";
import { formOf, saved, valuesOf } from "./forms.ts";

/** Saves, changes or deletes a view: `intent` is create, update or delete, and `id` names the view. */
export async function viewAction(
  request: Request,
  visit: Visit,
  session: Session,
): Promise<Response> {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "create");
  const { id = "", ...values } = valuesOf(form);
  const answer = await carriedOutOnce(visit, () => {
    if (intent === "delete") return removeView(session, id);
    return intent === "update" ? updateView(session, id, values) : createView(session, values);
  });
  return Response.json(saved(answer), { status: answer.status });
}
