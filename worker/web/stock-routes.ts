import { isStockCommand, moveItem } from "../domain/stock/commands.ts";
import type { Visit } from "../env.ts";
import { notFound } from "../refusals.ts";
import type { Session } from "../session.ts";
import { formOf, submitted, valuesOf } from "./forms.ts";
import { answeredForm } from "./resource-routes.ts";

/** Receive, Issue or Adjust from the page of an item: `intent` says which. */
export async function moveAction(request: Request, visit: Visit, session: Session, id: string) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "");
  const values = valuesOf(form);
  return submitted({ ...values, intent }, async () => {
    if (!isStockCommand(intent)) return notFound("action");
    return answeredForm(request, visit, await moveItem(session, id, intent, values));
  });
}
