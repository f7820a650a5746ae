import type { LoaderFunctionArgs } from "react-router";
import type { ListResult } from "#app/shared/list.ts";
import type { Answer } from "../db/db.ts";
import type { Merged } from "../domain/entity/merge.ts";
import { entryOf } from "../domain/lists/list-query.ts";
import type { Visit } from "../env.ts";
import { carriedOutOnce } from "../once.ts";
import type { Permission } from "../permissions.ts";
import type { AnySession } from "../session.ts";
import { anySessionContext, visitContext } from "./context.ts";
import { formOf, redirectWith, saved, submitted, valuesOf } from "./forms.ts";

type Verbs<R> = {
  list(session: AnySession, params: URLSearchParams): Promise<ListResult<R>>;
  find(session: AnySession, id: string): Promise<R>;
  create(session: AnySession, values: unknown): Promise<Answer>;
  update(session: AnySession, id: string, values: Record<string, unknown>): Promise<Answer>;
  archive(session: AnySession, id: string, archived: boolean): Promise<Answer>;
  remove(session: AnySession, id: string): Promise<Answer>;
};
type Merging = {
  merge(session: AnySession, id: string, values: Record<string, unknown>): Promise<Answer<Merged>>;
};
type Args = Pick<LoaderFunctionArgs, "request" | "params" | "context">;

export const listLoader =
  <R>(resource: Pick<Verbs<R>, "list">) =>
  ({ request, context }: Args) =>
    resource.list(context.get(anySessionContext), new URL(request.url).searchParams);

/** Whether a person sees some Locations only: they merge nothing, and move nothing of the whole company. */
export const isLimited = (session: AnySession) =>
  "departments" in session && session.departments !== null;

const dialogs = ["edit", "archive", "restore", "delete", "merge"];

/** The record whose dialog an address has open; empty when there is none. */
export const recordOf = (params: URLSearchParams) =>
  dialogs.map((dialog) => params.get(dialog)).find(Boolean) ?? "";

/** A master's list page: the rows, the record its dialog is open on, and what the person may do. `exporting` is what its file needs. */
export const masterLoader =
  <L>(
    resource: {
      permissions: { create: string; edit: string; delete: string };
      list(session: AnySession, params: URLSearchParams, record?: string): Promise<L>;
    },
    exporting?: Permission,
  ) =>
  async ({ request, context }: Args) => {
    const session = context.get(anySessionContext);
    const params = new URL(request.url).searchParams;
    const list = await resource.list(session, params, recordOf(params));
    const { create, edit, delete: remove } = resource.permissions;
    return {
      ...list,
      may: {
        create: session.may(create),
        edit: session.may(edit),
        remove: session.may(remove),
        export: exporting !== undefined && session.may(exporting),
        limited: isLimited(session),
      },
    };
  };

/** Answers a form sent by scripts where it stands; a plain one goes back to the list, which shows the message. */
export function answeredForm(request: Request, visit: Visit, answer: Answer) {
  if (visit.url.pathname.endsWith(".data")) return saved(answer);
  const to = new URL(request.url);
  for (const dialog of ["new", "move", "do", "replace", "into", "in", "file", ...dialogs])
    to.searchParams.delete(dialog);
  return redirectWith(visit, to.pathname + to.search, { kind: "success", message: answer.message });
}

/** A merge goes on until nothing is left; without scripts, by asking again. */
function answeredMerge(request: Request, visit: Visit, answer: Answer<Merged>) {
  if (!answer.data.left || visit.url.pathname.endsWith(".data"))
    return answeredForm(request, visit, answer);
  const { pathname } = new URL(request.url);
  const message = `${answer.data.moved} were moved, more are left. Merge again to go on.`;
  return redirectWith(visit, `${pathname}?merge=${answer.data.id}`, { kind: "info", message });
}

/**
 * The action of a master's list page, whose forms are dialogs: `intent` is create, update, archive, restore, delete or merge,
 * and `id` names the record.
 */
export const masterAction =
  (
    resource: Pick<Verbs<unknown>, "create" | "update" | "archive" | "remove"> & Partial<Merging>,
    clean: (form: FormData) => Record<string, unknown> = valuesOf,
    /** What else a row can be told to do, by its intent. */
    more: Readonly<Record<string, (session: AnySession, id: string) => Promise<Answer>>> = {},
  ) =>
  async ({ request, context }: Args, read?: FormData) => {
    const visit = context.get(visitContext);
    const session = context.get(anySessionContext);
    const form = read ?? (await formOf(request, visit));
    const intent = String(form.get("intent") ?? "create");
    const id = String(form.get("id") ?? "");
    form.delete("id");
    const values = clean(form);
    return submitted({ ...values, id, intent }, async () => {
      const done = (): Promise<Answer> => {
        const other = entryOf(more, intent);
        if (other) return other(session, id);
        if (intent === "delete") return resource.remove(session, id);
        if (intent === "archive" || intent === "restore")
          return resource.archive(session, id, intent === "archive");
        return id ? resource.update(session, id, values) : resource.create(session, values);
      };
      const { merge } = resource;
      if (intent === "merge" && merge)
        return answeredMerge(
          request,
          visit,
          await carriedOutOnce(visit, () => merge(session, id, values)),
        );
      return answeredForm(request, visit, await carriedOutOnce(visit, done));
    });
  };
