import type { LoaderFunctionArgs } from "react-router";
import type { Answer } from "../db/db.ts";
import type { ListResult } from "../domain/list.ts";
import type { AnySession } from "../session.ts";
import { anySessionContext, visitContext } from "./context.ts";
import { formOf, saved, submitted, valuesOf } from "./forms.ts";

type Verbs<R> = {
  list(session: AnySession, params: URLSearchParams): Promise<ListResult<R>>;
  find(session: AnySession, id: string): Promise<R>;
  create(session: AnySession, values: unknown): Promise<Answer>;
  update(session: AnySession, id: string, values: Record<string, unknown>): Promise<Answer>;
  archive(session: AnySession, id: string, archived: boolean): Promise<Answer>;
  remove(session: AnySession, id: string): Promise<Answer>;
};
type Args = Pick<LoaderFunctionArgs, "request" | "params" | "context">;

export const listLoader =
  <R>(resource: Pick<Verbs<R>, "list">) =>
  ({ request, context }: Args) =>
    resource.list(context.get(anySessionContext), new URL(request.url).searchParams);

/**
 * The action of a master's list page, whose forms are dialogs: `intent` is create, update, archive, restore or delete,
 * and `id` names the record. Answers stay on the page.
 */
export const masterAction =
  (
    resource: Pick<Verbs<unknown>, "create" | "update" | "archive" | "remove">,
    clean: (form: FormData) => Record<string, unknown> = valuesOf,
  ) =>
  async ({ request, context }: Args) => {
    const visit = context.get(visitContext);
    const session = context.get(anySessionContext);
    const form = await formOf(request, visit);
    const intent = String(form.get("intent") ?? "create");
    const id = String(form.get("id") ?? "");
    form.delete("id");
    const values = clean(form);
    return submitted({ ...values, id, intent }, async () => {
      if (intent === "delete") return saved(await resource.remove(session, id));
      if (intent === "archive" || intent === "restore") return saved(await resource.archive(session, id, intent === "archive"));
      return saved(id ? await resource.update(session, id, values) : await resource.create(session, values));
    });
  };
