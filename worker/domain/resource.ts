import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import type { ReadingDb } from "../db/company-db.ts";
import type { Answer, Db, Row, Statement } from "../db/db.ts";
import { keyset } from "../db/keyset.ts";
import { notFound, stale } from "../refusals.ts";
import type { AnySession } from "../session.ts";
import { changesBetween } from "./changes.ts";
import { checked } from "./fields.ts";
import type { Choice, ListQuery, ListResult } from "./list.ts";
import { askedOf } from "./list-query.ts";
import { assertUsable, explainReferences, isUnusableReference, type MasterTable, type Reference } from "./references.ts";
import { assertUnreferenced, explainUses, type Use, usesOf } from "./uses.ts";

type Definition<T extends MasterTable, S extends z.ZodType> = {
  /** The word of activity rows and messages: "vendor". */
  name: string;
  label: string;
  permissions: { view: string; create: string; edit: string; delete: string };
  table: T;
  input: S;
  title: (row: Row<T>) => string;
  search: SQLiteColumn[];
  sorts: Record<string, SQLiteColumn>;
  filters?: Record<string, (value: string) => SQL | undefined>;
  references?: Record<string, Reference>;
  usedBy?: Use[];
  /** Further statements of a create or update, in the same batch, before the row itself. */
  also?: (db: Db, id: string, values: z.output<S>, before: Row<T> | null) => Statement[];
  /** Further statements of every change, archive and deletion included. */
  always?: (db: Db) => Statement[];
};

type Values = Record<string, unknown>;

/** The five verbs every entity has, once. An entity that needs another rule replaces or adds a verb by hand. */
export function resource<T extends MasterTable, S extends z.ZodType>(definition: Definition<T, S>) {
  const { name, label, permissions, table, input, title, search, sorts } = definition;
  const { filters = {}, references = {}, usedBy = [], also, always } = definition;
  const deletedAt = (table as unknown as Record<string, SQLiteColumn | undefined>).deletedAt;
  const living = deletedAt ? isNull(deletedAt) : undefined;
  const columnOf = (key: string) => (table as unknown as Record<string, SQLiteColumn>)[key]!;
  const opened = (session: AnySession, permission: string) => (session.authorize as (permission: string) => Db)(permission);

  const states: Record<string, SQL | undefined> = {
    active: isNull(table.archivedAt),
    archived: isNotNull(table.archivedAt),
    all: undefined,
  };
  const matching = (query: ListQuery): (SQL | undefined)[] => [
    living,
    states[query.filters.state ?? "active"],
    ...Object.entries(filters).map(([key, predicate]) => (query.filters[key] ? predicate(query.filters[key]) : undefined)),
    query.q
      ? sql`(${sql.join(
          search.map((column) => sql`instr(lower(${column}), ${query.q.toLowerCase()}) > 0`),
          sql` or `,
        )})`
      : undefined,
  ];

  async function read(db: Pick<ReadingDb, "find">, id: string): Promise<Row<T>> {
    const row = await db.find(table, id);
    return row && !(row as Values).deletedAt ? row : notFound(name);
  }

  /** After an assert failed: names the reference that is not usable, or the record that moved on. */
  async function explained<R>(db: Db, values: Values, work: () => Promise<R>, id?: string, version?: number): Promise<R> {
    try {
      return await work();
    } catch (refusal) {
      if (!(refusal instanceof Response) && !isUnusableReference(refusal)) throw refusal;
      await explainReferences(db, references, values);
      if (id && refusal instanceof Response && refusal.status === 409) {
        const newer = await read(db, id);
        if (version !== undefined && (newer as Values).version !== version) stale(newer);
      }
      throw refusal;
    }
  }

  const said = (status: number, verb: string, id: string) => ({ status, message: `${label} ${verb}`, data: { id } });
  const logged = (verb: string, id: string, row: Row<T>, from?: Values, to?: Values) => ({
    action: `${verb}.${name}`,
    kind: name,
    id,
    label: title(row),
    ...(from && to ? { changes: changesBetween(from, to) } : {}),
  });

  return {
    ...definition,

    async list(session: AnySession, params: URLSearchParams): Promise<ListResult<Row<T>>> {
      const db = opened(session, permissions.view);
      const query = askedOf(params, Object.keys(sorts), [...Object.keys(filters), "state"]);
      const column = sorts[query.sort]!;
      const slice = keyset(column, table.id, query, { after: params.get("after"), before: params.get("before") });
      const [found] = await db.read(
        db
          .select()
          .from(table as SQLiteTable)
          .where(db.mine(table, and(...matching(query), slice.where)))
          .orderBy(...slice.orderBy)
          .limit(slice.limit),
      );
      const key = Object.keys(table).find((k) => columnOf(k) === column)!;
      return { ...slice.page(found as (Row<T> & { id: string })[], (row) => (row as Values)[key], null), query };
    },

    /** Up to 20 matching choices for pickers; archived ones are not offered. */
    async choices(session: AnySession, q: string): Promise<Choice[]> {
      const { rows } = await this.list(session, new URLSearchParams({ q, size: "25" }));
      return rows.slice(0, 20).map((row) => ({ value: String((row as Values).id), label: title(row) }));
    },

    async find(session: AnySession, id: string): Promise<Row<T>> {
      return read(opened(session, permissions.view), id);
    },

    async create(session: AnySession, input_: unknown): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.create);
      const values = checked(input, input_) as Values;
      const id = newId();
      const writes = [
        ...assertUsable(db, references, values, null),
        ...(also?.(db, id, values as z.output<S>, null) ?? []),
        db.inserting(table, { ...values, id }),
        ...(always?.(db) ?? []),
      ];
      return explained(db, values, () =>
        db.commit({ writes, activity: logged("create", id, values as Row<T>, {}, values), answer: said(201, "added", id) }),
      );
    },

    /** `version`, when given, must be the one the form was opened with. */
    async update(session: AnySession, id: string, { version, ...input_ }: Values): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.edit);
      const before = await read(db, id);
      const values = checked(input, input_) as Values;
      const seen = version === undefined || version === "" ? (before as Values).version : Number(version);
      if (seen !== (before as Values).version) stale(before);
      const writes = [
        db.assert("state", db.exists(table, and(eq(table.id, id), eq(table.version, seen))!)),
        ...assertUsable(db, references, values, before as Values),
        ...(also?.(db, id, values as z.output<S>, before) ?? []),
        db.updating(table, eq(table.id, id), values),
        ...(always?.(db) ?? []),
      ];
      const activity = logged("update", id, values as Row<T>, before as Values, values);
      return explained(db, values, () => db.commit({ writes, activity, answer: said(200, "saved", id) }), id, seen as number);
    },

    async archive(session: AnySession, id: string, archived: boolean): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.edit);
      const before = await read(db, id);
      const verb = archived ? "archive" : "restore";
      const writes = [db.updating(table, eq(table.id, id), { archivedAt: archived ? Date.now() : null }), ...(always?.(db) ?? [])];
      return db.commit({ writes, activity: logged(verb, id, before), answer: said(200, `${verb}d`, id) });
    },

    /** Deletes what nothing uses. @throws Response 409 naming how many of what use it */
    async remove(session: AnySession, id: string): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.delete);
      const before = await read(db, id);
      const uses = usesOf(usedBy, table, id);
      const gone = deletedAt ? db.updating(table, eq(table.id, id), { deletedAt: Date.now() }) : db.removing(table, eq(table.id, id));
      const writes = [...assertUnreferenced(db, uses), gone, ...(always?.(db) ?? [])];
      try {
        return await db.commit({ writes, activity: logged("delete", id, before), answer: said(200, "deleted", id) });
      } catch (refusal) {
        if (!(refusal instanceof Response) || refusal.status !== 409) throw refusal;
        await explainUses(db, uses);
        throw refusal;
      }
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the one erased type, for tables of resources
export type AnyResource = ReturnType<typeof resource<any, any>>;
