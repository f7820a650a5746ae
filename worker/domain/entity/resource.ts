import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Activity, Answer, Db, Row, Statement } from "../../db/db.ts";
import { notFound, stale } from "../../refusals.ts";
import type { AnySession } from "../../session.ts";
import type { Choice } from "../lists/list.ts";
import { type Listed, listRows, type More, type Opened, type Shown } from "../lists/list-rows.ts";
import { changesBetween } from "./changes.ts";
import { checked } from "./fields.ts";
import { assertUsable, explainReferences, type MasterTable, type Reference } from "./references.ts";
import { usedBy } from "./used-by.ts";
import { assertUnreferenced, explainUses, usesOf } from "./uses.ts";

/** What happens to a row: its new values (null when archived, restored or deleted), what it was before, whether it goes for good. */
type Change<T extends MasterTable, S extends z.ZodType> = {
  id: string;
  values: z.output<S> | null;
  before: Row<T> | null;
  gone?: boolean;
};

type Definition<T extends MasterTable, S extends z.ZodType, M extends More> = Listed<T, M> & {
  /** The word of activity rows and messages: "vendor". */
  name: string;
  label: string;
  permissions: { view: string; create: string; edit: string; delete: string };
  input: S;
  title: (row: Row<T>) => string;
  references?: Record<string, Reference>;
  /** What is stored of what was sent, where that needs the record as it was. @throws Response 422 */
  stored?: (values: z.output<S>, before: Row<T> | null) => Partial<T["$inferInsert"]>;
  /** Further statements of a create or update, in the same batch, before the row itself. */
  also?: (db: Db, id: string, values: z.output<S>, before: Row<T> | null) => Statement[];
  /** Further statements of every change, archive and deletion included, after the row itself. */
  always?: (db: Db, change: Change<T, S>) => Statement[];
};

type Values = Record<string, unknown>;

/** A row's part of a batch. */
export type Prepared = { writes: Statement[]; activity: Activity };

/** The five verbs every entity has, once. An entity that needs another rule replaces or adds a verb by hand. */
export function resource<
  T extends MasterTable,
  S extends z.ZodType,
  M extends More = Record<never, SQL.Aliased>,
>(definition: Definition<T, S, M>) {
  const {
    name,
    label,
    permissions,
    table,
    input,
    title,
    references = {},
    stored,
    also,
    always,
  } = definition;
  const uses = usedBy(table);
  const deletedAt = (table as unknown as Record<string, SQLiteColumn | undefined>).deletedAt;
  const opened = (session: AnySession, permission: string) =>
    (session.authorize as (permission: string) => Db)(permission);

  async function read(db: Pick<ReadingDb, "find">, id: string): Promise<Row<T>> {
    const row = await db.find(table, id);
    return row && !(row as Values).deletedAt ? row : notFound(name);
  }

  /** After an assert failed: names the reference that is not usable, or the record that moved on. */
  async function explained<R>(
    db: Db,
    values: Values,
    work: () => Promise<R>,
    id?: string,
    version?: number,
  ): Promise<R> {
    try {
      return await work();
    } catch (refusal) {
      if (!(refusal instanceof Response)) throw refusal;
      await explainReferences(db, references, values);
      if (id && refusal.status === 409) {
        const newer = await read(db, id);
        if (version !== undefined && (newer as Values).version !== version) stale(newer);
      }
      throw refusal;
    }
  }

  const settled = (values: z.output<S>, before: Row<T> | null): Values => ({
    ...(values as Values),
    ...stored?.(values, before),
  });
  const said = (status: number, verb: string, id: string) => ({
    status,
    message: `${label} ${verb}`,
    data: { id },
  });
  const logged = (verb: string, id: string, row: Row<T>, from?: Values, to?: Values) => ({
    action: `${verb}.${name}`,
    kind: name,
    id,
    label: title(row),
    // What belongs to an asset is in that asset's history.
    ...("assetId" in row ? { assetId: row.assetId as string | null } : {}),
    ...(from && to ? { changes: changesBetween(from, to) } : {}),
  });

  return {
    ...definition,
    usedBy: uses,

    /** A page of the list; with `record`, also the row of that id in the same round trip. */
    async list(
      session: AnySession,
      params: URLSearchParams,
      record?: string,
    ): Promise<Opened<Shown<T, M>>> {
      return listRows(opened(session, permissions.view), definition, params, record);
    },

    /** Up to 20 matching choices for pickers; archived ones are not offered. */
    async choices(session: AnySession, q: string): Promise<Choice[]> {
      const { rows } = await this.list(session, new URLSearchParams({ q, size: "25" }));
      return rows
        .slice(0, 20)
        .map((row) => ({ value: String((row as Values).id), label: title(row) }));
    },

    async find(session: AnySession, id: string): Promise<Row<T>> {
      return read(opened(session, permissions.view), id);
    },

    /** What one new row adds to a batch: its statements in order, and its entry in the log. */
    adding(db: Db, id: string, sent: Values): Prepared {
      const values = settled(sent as z.output<S>, null);
      const writes = [
        ...assertUsable(db, references, values, null),
        ...(also?.(db, id, values as z.output<S>, null) ?? []),
        db.inserting(table, { ...values, id }),
        ...(always?.(db, { id, values: values as z.output<S>, before: null }) ?? []),
      ];
      return { writes, activity: logged("create", id, values as Row<T>, {}, values) };
    },

    /** What a changed row adds to a batch, which stops unless the row is still as it was read. */
    changing(db: Db, before: Row<T>, sent: Values): Prepared {
      const values = settled(sent as z.output<S>, before);
      const { id, version } = before as Row<T> & { id: string; version: number };
      const writes = [
        db.assert("state", db.exists(table, and(eq(table.id, id), eq(table.version, version))!)),
        ...assertUsable(db, references, values, before as Values),
        ...(also?.(db, id, values as z.output<S>, before) ?? []),
        db.updating(table, eq(table.id, id), values),
        ...(always?.(db, { id, values: values as z.output<S>, before }) ?? []),
      ];
      return { writes, activity: logged("update", id, values as Row<T>, before as Values, values) };
    },

    /** What a deletion adds to a batch, which stops when anything uses the row. */
    removing(db: Db, before: Row<T>): Prepared {
      const { id } = before as Row<T> & { id: string };
      const gone = deletedAt
        ? db.updating(table, eq(table.id, id), { deletedAt: Date.now() })
        : db.removing(table, eq(table.id, id));
      const writes = [
        ...assertUnreferenced(db, usesOf(uses, id)),
        gone,
        ...(always?.(db, { id, values: null, before, gone: true }) ?? []),
      ];
      return { writes, activity: logged("delete", id, before) };
    },

    async create(session: AnySession, input_: unknown): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.create);
      const values = checked(input, input_) as Values;
      const id = newId();
      const prepared = this.adding(db, id, values);
      return explained(db, values, () =>
        db.commit({ ...prepared, answer: said(201, "added", id) }),
      );
    },

    /** `version`, when given, must be the one the form was opened with. */
    async update(
      session: AnySession,
      id: string,
      { version, ...input_ }: Values,
    ): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.edit);
      const before = await read(db, id);
      const values = checked(input, input_) as Values;
      const seen =
        version === undefined || version === "" ? (before as Values).version : Number(version);
      if (seen !== (before as Values).version) stale(before);
      const prepared = this.changing(db, before, values);
      return explained(
        db,
        values,
        () => db.commit({ ...prepared, answer: said(200, "saved", id) }),
        id,
        seen as number,
      );
    },

    /** @param holds asserts of a verb by hand, first in the batch */
    async archive(
      session: AnySession,
      id: string,
      archived: boolean,
      holds: readonly Statement[] = [],
    ): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.edit);
      const before = await read(db, id);
      const verb = archived ? "archive" : "restore";
      const writes = [
        ...holds,
        db.updating(table, eq(table.id, id), { archivedAt: archived ? Date.now() : null }),
        ...(always?.(db, { id, values: null, before }) ?? []),
      ];
      return db.commit({
        writes,
        activity: logged(verb, id, before),
        answer: said(200, `${verb}d`, id),
      });
    },

    /** Deletes what nothing uses. @param holds as of archive @throws Response 409 naming how many of what use it */
    async remove(
      session: AnySession,
      id: string,
      holds: readonly Statement[] = [],
    ): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.delete);
      const before = await read(db, id);
      const { writes, activity } = this.removing(db, before);
      try {
        return await db.commit({
          writes: [...holds, ...writes],
          activity,
          answer: said(200, "deleted", id),
        });
      } catch (refusal) {
        if (!(refusal instanceof Response) || refusal.status !== 409) throw refusal;
        await explainUses(db, usesOf(uses, id));
        throw refusal;
      }
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the one erased type, for tables of resources
export type AnyResource = ReturnType<typeof resource<any, any, any>>;
