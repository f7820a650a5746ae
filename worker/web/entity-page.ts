import type { LoaderFunctionArgs } from "react-router";
import type { ListResult } from "#app/shared/list.ts";
import { allowed, ruleFor } from "../access.ts";
import type { Answer } from "../db/db.ts";
import type { Offered } from "../domain/entity/definition.ts";
import type { Merged } from "../domain/entity/merge.ts";
import type { Noun } from "../domain/entity/nouns.ts";
import { kinds } from "../domain/imports/kinds.ts";
import type { Permission } from "../permissions.ts";
import type { AnySession } from "../session.ts";
import { anyActions, type Commands, closes } from "./actions.ts";
import { anySessionContext } from "./context.ts";
import { redirectWith } from "./forms.ts";

type Values = Record<string, unknown>;
type Verbs = {
  create(session: AnySession, values: unknown): Promise<Answer>;
  update(session: AnySession, id: string, values: Values): Promise<Answer>;
  archive?(session: AnySession, id: string, archived: boolean): Promise<Answer>;
  remove?(session: AnySession, id: string): Promise<Answer>;
  merge?(session: AnySession, id: string, values: Values): Promise<Answer<Merged>>;
};
type Args = Pick<LoaderFunctionArgs, "request" | "params" | "context" | "pattern">;

/** The loader of a list alone: its rows by the address. */
export const listLoader =
  <R>(resource: { list(session: AnySession, params: URLSearchParams): Promise<ListResult<R>> }) =>
  ({ request, context }: Args) =>
    resource.list(context.get(anySessionContext), new URL(request.url).searchParams);

/** Whether a person sees only some Locations: they cannot merge, or move what belongs to the whole company. */
const isLimited = (session: AnySession) => "departments" in session && session.departments !== null;

const dialogs = ["edit", "archive", "restore", "delete", "merge"];

/** The record whose dialog an address has open; empty when there is none. */
export const recordOf = (params: URLSearchParams) =>
  dialogs.map((dialog) => params.get(dialog)).find(Boolean) ?? "";

type Shown = {
  noun: Noun;
  permissions: { create: string; edit: string; delete: string };
  offered?: Offered | undefined;
  archive?: unknown;
  remove?: unknown;
  merge?: unknown;
};

/** What an entity's list page knows besides its rows: how its records are called, and what the person may do with them. */
export function entityFacts({ context, pattern }: Args, resource: Shown) {
  const session = context.get(anySessionContext);
  const { noun, permissions, offered } = resource;
  const path = pattern.slice(1);
  const exporting = ruleFor(`${pattern}/export.csv`);
  const can = (permission: string) => session.can(permission as Permission);
  const mayCreate = can(permissions.create);
  return {
    entity: { noun, path, mergeChoices: resource.merge ? (offered?.as ?? path) : null },
    may: {
      create: mayCreate,
      edit: can(permissions.edit),
      remove: Boolean(resource.remove) && can(permissions.delete),
      archive: Boolean(resource.archive),
      import: mayCreate && path in kinds,
      export: exporting !== undefined && allowed(exporting, session),
      limited: isLimited(session),
    },
  };
}

/** The loader of an entity's list page: the rows, the record its dialog is open on, and the page's facts. */
export const entityLoader =
  <L>(
    resource: Shown & {
      list(session: AnySession, params: URLSearchParams, record?: string): Promise<L>;
    },
  ) =>
  async (args: Args) => {
    const params = new URL(args.request.url).searchParams;
    const list = await resource.list(args.context.get(anySessionContext), params, recordOf(params));
    return { ...list, ...entityFacts(args, resource) };
  };

/** A list whose rows are whole records: the one its dialog is open on is among them. */
export const openedAmong = <R extends { id: string }, L extends { rows: R[] }>(
  list: L,
  record = "",
): L & { record: L["rows"][number] | null } => ({
  ...list,
  record: list.rows.find(({ id }) => id === record) ?? null,
});

/** A merge goes on until nothing is left: scripts send it again, a browser without them asks again. */
const mergesOn: typeof closes = (answer, asked) => {
  const { id, moved, left } = answer.data as Merged;
  if (!left || asked.visit.url.pathname.endsWith(".data")) return closes(answer, asked);
  const message = `${moved} were moved, more are left. Merge again to go on.`;
  const to = `${new URL(asked.request.url).pathname}?merge=${id}`;
  return redirectWith(asked.visit, to, { kind: "info", message });
};

/** The commands that end a record or bring it back: `id` names it, `into` what it is merged into. */
export const endingCommands = (
  resource: Pick<Verbs, "archive" | "remove" | "merge">,
): Commands<AnySession> => ({
  ...(resource.archive && {
    archive: ({ session }, { id = "" }) => resource.archive!(session, id, true),
    restore: ({ session }, { id = "" }) => resource.archive!(session, id, false),
  }),
  ...(resource.remove && {
    delete: ({ session }, { id = "" }) => resource.remove!(session, id),
  }),
  ...(resource.merge && {
    merge: {
      run: ({ session }, { id = "", ...values }) => resource.merge!(session, id, values),
      reply: mergesOn,
    },
  }),
});

/**
 * The action of an entity's list page, whose forms are dialogs.
 * @param more further commands of a row
 */
export const entityActions = (resource: Verbs, more: Commands<AnySession> = {}) =>
  Object.assign(
    anyActions(
      {
        create: ({ session }, values) => resource.create(session, values),
        update: ({ session }, { id = "", ...values }) => resource.update(session, id, values),
        ...endingCommands(resource),
        ...more,
      },
      { otherwise: "create" },
    ),
    { entity: resource },
  );
