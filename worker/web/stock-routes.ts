import { isStockCommand, moveItem } from "../domain/stock/commands.ts";
import { postCount } from "../domain/stock/count.ts";
import { removeItemPicture, saveItemPicture } from "../domain/stock/picture.ts";
import { transferItem } from "../domain/stock/transfer.ts";
import type { Visit } from "../env.ts";
import { takeUpload } from "../files/upload.ts";
import { carriedOutOnce } from "../once.ts";
import { notFound } from "../refusals.ts";
import type { Session } from "../session.ts";
import { formOf, saved, submitted, valuesOf } from "./forms.ts";
import { answeredForm } from "./resource-routes.ts";

/** Receive, Issue, Transfer and the others from the page of an item: `intent` says which. */
export async function moveAction(request: Request, visit: Visit, session: Session, id: string) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "");
  const values = valuesOf(form);
  return submitted({ ...values, intent }, async () => {
    if (intent === "picture")
      return saved(
        await saveItemPicture(session, visit.env.MEDIA, id, takeUpload(form, "picture")),
      );
    if (intent === "remove-picture") return saved(await removeItemPicture(session, id));
    if (intent === "transfer")
      return answeredForm(
        request,
        visit,
        await carriedOutOnce(visit, () => transferItem(session, id, values)),
      );
    if (!isStockCommand(intent)) return notFound("action");
    return answeredForm(
      request,
      visit,
      await carriedOutOnce(visit, () => moveItem(session, id, intent, values)),
    );
  });
}

/** Counted quantities of a store: as `lines`, or without scripts as a field an item. */
export async function countAction(
  request: Request,
  visit: Visit,
  session: Session,
  storeId: string,
) {
  const form = await formOf(request, visit);
  const values = valuesOf(form);
  const { lines, ...typed } = values;
  return submitted(values, async () => {
    const input = lines === undefined ? { lines: linesOf(typed) } : { ...typed, lines };
    return answeredForm(
      request,
      visit,
      await carriedOutOnce(visit, () => postCount(session, storeId, input)),
    );
  });
}

/** Fields named as JSON of what they count: `["item",version,"batch","expiry"]`; empty ones were not counted. */
const linesOf = (fields: Record<string, string>) =>
  Object.entries(fields).flatMap(([name, text]) => {
    if (!name.startsWith("[") || !text.trim()) return [];
    try {
      const [id, version, batch_no, expiry_on] = JSON.parse(name) as unknown[];
      return [{ id, version, batch_no, expiry_on, counted: Number(text) }];
    } catch {
      return [];
    }
  });
