import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import type { z } from "zod";
import { bringProof } from "../auth/factors/brought.ts";
import { proofOf } from "../auth/factors/prove.ts";
import type { Answer } from "../db/db.ts";
import { type Changing, changedSince } from "../domain/changes/changed-since.ts";
import { asExpected, expectedBy } from "../domain/changes/precondition.ts";
import type { Visit } from "../env.ts";
import { formOf } from "../forms.ts";
import { isOpenToKeys } from "../key-permissions.ts";
import type { Permission, PlatformPermission } from "../permissions.ts";
import { type AnySession, refuseKey, refuseReaders, Session } from "../session.ts";
import { doneTo, type Kind } from "./answers.ts";
import { changesPage, changesQuery, withChanges } from "./changes.ts";
import { tagged } from "./conditional.ts";
import { type Api, bodyOf, member, noBody, staffMember } from "./door.ts";
import type { Query, Schema } from "./shapes.ts";
import { fromWire } from "./wire.ts";

/** The header with a code of the caller's app, for calls that ask for their password. */
export const SECOND_FACTOR = "X-Second-Factor";

export type Host = "company" | "platform" | "both";
type Right = Permission | PlatformPermission;

/** A form with a file: what it holds, and how it is read. */
export type Form<S, F> = {
  schema: Schema;
  read: (request: Request, visit: Visit, session: S) => Promise<F>;
};
/** A form that is read within the limits of people at work. */
export const multipart = (schema: Schema): Form<unknown, FormData> => ({
  schema,
  read: (request, visit) => formOf(request, visit),
});

/** What a call declares besides its address and its work. */
type Facts = {
  /** The heading it stands under in the description. */
  tag: string;
  host: Host;
  /** Anybody may call it, without a token. */
  isOpen?: boolean;
  /** The permission it asks for; of several, one is enough. */
  needs?: Right | readonly Right[];
  /** Permissions it asks for besides, all of them. */
  also?: readonly Right[];
  /** Only an Admin may call it, whatever permissions others have. */
  isAdminOnly?: boolean;
  /** It stays open while the company is suspended, so that it can pay and ask. */
  staysOpen?: boolean;
  /** The status without the permission: 404 where the existence of the record is hidden. */
  denied?: 404;
  /** What it needs in words, where permission names do not say it. */
  asks?: string;
  /** One sentence without its full stop: what the call does. */
  says: string;
  query?: Query;
  /** What it lists can be asked for by what was changed since an instant. */
  changes?: Changing | undefined;
  /** The strict schema of the JSON body. A call that writes and has neither this nor a form takes no body. */
  input?: z.ZodType;
  /** `version` may be sent with the body: the one that was read. */
  isVersioned?: boolean;
  /** Fields of the input, by their names in it, that this call does not take. */
  omits?: readonly string[];
  /** A valid body; without one it is made from the schema. */
  example?: Record<string, unknown>;
  status?: 200 | 201;
  /** Statuses of refusals beyond the usual ones; by default 409 for a call that writes. */
  refuses?: readonly number[];
};

type Method = "GET" | "POST" | "PUT" | "DELETE";
/** A call as the mount, the description and the laws read it. */
export type Call = Facts & {
  method: Method;
  /** Below /api, with `:name` for a parameter. */
  path: string;
  /** The table whose id the parameter of the path names. */
  of?: SQLiteTable;
  form?: Schema;
  /** The whole answer; "file" for bytes of any kind. */
  answer: () => Schema | "file";
  /** @throws Response for every refusal */
  handle: (c: Context<Api>) => Promise<Response>;
};

type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type At<P> = { get: P } | { post: P } | { put: P } | { delete: P };
/** What the work of a call is given: the parameters of its path by name, and what was sent. */
type Given<P extends string, S, F> = { [N in Names<P>]: string } & {
  session: S;
  visit: Visit;
  request: Request;
  query: URLSearchParams;
  /** The JSON body, by the names of the input; the domain checks it once it knows who may. */
  body: Record<string, unknown>;
  form: F;
};
type Work<P extends string, S, F, R> = (given: Given<P, S, F>) => R | Promise<R>;
/** A command without an answer of its own returns the id of what it created or changed. */
type Works<P extends string, S, F, R> =
  | { answer: Kind<R>; run: Work<P, S, F, R> }
  | { answer?: undefined; run: Work<P, S, F, Answer> };
/** A path with a parameter has a table: its own, or the one of its group. */
type Of<P extends string, T> = [Names<P>] extends [never]
  ? { of?: never }
  : T extends SQLiteTable
    ? { of?: SQLiteTable }
    : { of: SQLiteTable };
type Declared<P extends string, S, T, F, R> = At<P> &
  Works<P, S, F, R> &
  Of<P, T> & { form?: Form<S, F> };

type Shared = "tag" | "host" | "isOpen" | "needs";
type Group<S, T> = Pick<Facts, Shared> & {
  /** The table of the calls whose path has a parameter. */
  of?: T;
  /** Returns the session of the caller. @throws Response 401, 403 */
  who: (c: Context<Api>) => S;
};

const methods = { get: "GET", post: "POST", put: "PUT", delete: "DELETE" } as const;
function addressOf(declared: At<string>): { method: Method; path: string } {
  const [word, path] = Object.entries(declared).find(([key]) => key in methods)!;
  return { method: methods[word as keyof typeof methods], path: path as string };
}

/**
 * Declares calls that share a tag, a host and who may call them. From a declared call come its mounting, its part of the
 * OpenAPI document and of docs/api-calls.md, and its part of the laws.
 * Every call runs in the same order: the caller is known, the body is read, then the work checks the permission first.
 */
export function callsOf<S, T = undefined>({ who, of: table, ...shared }: Group<S, T>) {
  return <P extends string, F, R>(
    declared: Omit<Facts, Shared> & Pick<Partial<Facts>, "needs"> & Declared<P, S, T, F, R>,
  ): Call => {
    const {
      form,
      answer = doneTo,
      run,
      of = table,
      ...facts
    } = declared as Facts & Declared<P, S, SQLiteTable, F, unknown>;
    const { method, path } = addressOf(declared);
    const { changes } = facts;
    const isForKeys = isOpenToKeys({ ...shared, ...facts, path });
    const needed = [facts.needs ?? shared.needs ?? []].flat() as Permission[];
    const { input } = facts;
    const size = shared.isOpen ? "open" : "work";
    const sent = async (c: Context<Api>, session: S) => {
      if (form) return { form: await form.read(c.req.raw, c.var.visit, session) };
      if (input) return { body: fromWire(await bodyOf(c, size), input) };
      if (method !== "GET") await noBody(c);
      return {};
    };
    return {
      ...shared,
      ...facts,
      method,
      path,
      ...(of && path.includes(":") ? { of: of as SQLiteTable } : {}),
      ...(form ? { form: form.schema } : {}),
      ...(changes ? { query: { ...facts.query, ...changesQuery } } : {}),
      answer: changes ? withChanges(answer.schema, changes) : answer.schema,
      handle: async (c) => {
        const session = who(c);
        if (!isForKeys && session instanceof Session && session.actor.isKey) refuseKey();
        if (method !== "GET") {
          refuseReaders(session);
          const { visit } = c.var;
          const proofCode = c.req.header(SECOND_FACTOR);
          if (proofCode) bringProof(visit.session, visit.env, proofOf({ proofCode }));
        }
        const given = {
          ...c.req.param(),
          ...(await sent(c, session)),
          session,
          visit: c.var.visit,
          request: c.req.raw,
          query: new URL(c.req.url).searchParams,
        };
        if (changes && given.query.has("updated_since"))
          return changesPage(changes).send(
            c,
            await changedSince(session as Session, changes, needed, given.query),
          );
        const [id = ""] = Object.values(c.req.param() as Record<string, string>);
        const isChange = method === "PUT" || method === "DELETE";
        const expected = isChange ? expectedBy(c.req.raw, of as SQLiteTable, id) : null;
        c.var.visit.precondition = { expected };
        const result: unknown = await asExpected(session, expected, needed, () =>
          run(given as unknown as Given<P, S, F>),
        );
        const told = (answer as Kind<unknown>).send(c, result);
        return method === "GET" && !shared.isOpen
          ? tagged(c.req.raw, told, path.includes(":"))
          : told;
      },
    };
  };
}

type InCommon<T> = { tag: string; needs?: Facts["needs"]; of?: T };
/** Calls of people of a company, on its host. */
export const companyCalls = <T = undefined>(shared: InCommon<T>) =>
  callsOf({ ...shared, host: "company", who: member });
/** Calls of the platform's staff, on its host. */
export const platformCalls = <T = undefined>(shared: InCommon<T>) =>
  callsOf({ ...shared, host: "platform", who: staffMember });
/** Calls of anybody, without a token. */
export const openCalls = (tag: string, host: Host) =>
  callsOf({ tag, host, isOpen: true, who: (): AnySession | null => null });
