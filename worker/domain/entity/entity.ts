import { eq, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Choice } from "#app/shared/list.ts";
import { newId } from "#drizzle/columns.ts";
import type { Answer, Command, Db, Row, Statement } from "../../db/db.ts";
import { isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { AnySession } from "../../session.ts";
import { listRows, type More, type Opened, type Shown } from "../lists/list-rows.ts";
import { type Definition, factsOf } from "./definition.ts";
import { checked } from "./fields.ts";
import { preparing } from "./prepare.ts";
import {
  type EntityTable,
  explainReferences,
  type Form,
  referencesOf,
  type Stored,
} from "./references.ts";
import { explainUsesOf } from "./used-by.ts";
import { assertUnreferenced, countingUses, refuseHeld } from "./uses.ts";

type Values = Record<string, unknown>;

/** Statements of a verb by hand, or what makes them of the record as it is. */
type Holds<R> = readonly Statement[] | ((before: R) => readonly Statement[]);
const heldOf = <R>(holds: Holds<R>, before: R) =>
  typeof holds === "function" ? holds(before) : holds;

/** Opens the database of whose session it is. @throws Response 403 */
export const opened = (session: AnySession, permission: string): Db =>
  (session.authorize as (permission: string) => Db).call(session, permission);

/**
 * An entity from its one declaration: its words, permissions and list, and the verbs every entity has.
 * An entity with another rule replaces or adds a verb by hand.
 */
export function entity<
  T extends EntityTable,
  S extends z.ZodType,
  M extends More = Record<never, SQL.Aliased>,
>(definition: Definition<T, S, M>) {
  const facts = factsOf(definition);
  const { table, input, label, noun, permissions, titleColumn } = facts;
  const references = referencesOf(table, input as unknown as Form);
  const { logged, following, ...prepare } = preparing(definition, facts, references);

  async function read(db: Db, id: string): Promise<Stored<T>> {
    const [[row]] = await db.read(db.byId(table, id));
    return (row as Stored<T> | undefined) ?? notFound(noun[0]);
  }

  /** Commits a form. After a refusal, names the reference that is not usable, or the record that moved on. */
  async function saved(
    db: Db,
    values: Values,
    command: Command<{ id: string }>,
    before?: Stored<T>,
  ): Promise<Answer<{ id: string }>> {
    try {
      const answer = await db.commit(command);
      const warnings = definition.doubts?.(values as z.output<S>) ?? [];
      return warnings.length ? { ...answer, warnings } : answer;
    } catch (refusal) {
      if (refusal instanceof Response) await explainReferences(db, references, values);
      if (before && isRefusal(refusal, 409)) refuseStale(await read(db, before.id), before.version);
      throw refusal;
    }
  }

  const answered = (status: number, verb: string, id: string): Answer<{ id: string }> => ({
    status,
    message: `${label} ${verb}`,
    data: { id },
  });

  return {
    ...facts,
    ...prepare,
    references,

    /** What people know a record by. */
    titleOf: (row: Row<T>): string => String((row as Values)[titleColumn.name]),

    /** A page of the list; with `record`, also the row of that id in the same round trip. */
    async list(
      session: AnySession,
      params: URLSearchParams,
      record?: string,
    ): Promise<Opened<Shown<T, M>>> {
      return listRows<T, M>(opened(session, permissions.view), facts, params, record);
    },

    /** Up to 20 matching choices for pickers; archived ones are not offered. */
    async choices(session: AnySession, q: string): Promise<Choice[]> {
      const { rows } = await this.list(session, new URLSearchParams({ q, size: "25" }));
      return rows
        .slice(0, 20)
        .map((row) => ({ value: String((row as Values).id), label: this.titleOf(row) }));
    },

    async find(session: AnySession, id: string): Promise<Row<T>> {
      return read(opened(session, permissions.view), id);
    },

    async create(session: AnySession, sent: unknown): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.create);
      const values = checked(input, sent) as Values;
      const id = newId();
      const prepared = this.adding(db, id, values);
      return saved(db, values, { ...prepared, answer: answered(201, "added", id) });
    },

    /**
     * `version`, when given, must be the one the form was opened with.
     * @param holds as of archive
     * @param known the record, where a verb by hand has read it
     */
    async update(
      session: AnySession,
      id: string,
      { version, ...sent }: Values,
      holds: Holds<Row<T>> = [],
      known: Row<T> | undefined = undefined,
    ): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.edit);
      const before = (known as Stored<T> | undefined) ?? (await read(db, id));
      const held = heldOf(holds, before);
      const values = checked(input, sent) as Values;
      refuseStale(before, version);
      const { writes, activity } = this.changing(db, before, values);
      const answer = answered(200, "saved", id);
      return saved(db, values, { writes: [...held, ...writes], activity, answer }, before);
    },

    /**
     * Archives or restores a record.
     * @param holds statements of a verb by hand, first in the batch
     * @param known the record, where a verb by hand that restores it has read it
     * @throws Response 404, 409 while something holds it from being archived
     */
    async archive(
      session: AnySession,
      id: string,
      archived: boolean,
      holds: Holds<Row<T>> = [],
      known: Row<T> | undefined = undefined,
    ): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.edit);
      const holding = archived ? definition.heldBy?.(id) : undefined;
      const uses = holding?.uses ?? [];
      const [[row], ...counts] =
        known && !archived
          ? [[known]]
          : await db.read(db.byId(table, id), ...countingUses(db, uses));
      const before = row ?? notFound(noun[0]);
      if (holding) refuseHeld(holding, counts);
      const verb = archived ? "archive" : "restore";
      const writes = [
        ...heldOf(holds, before),
        ...assertUnreferenced(db, uses),
        db.updating(table, eq(table.id, id), { archivedAt: archived ? Date.now() : null }),
        ...following(db, { id, values: null, before }),
      ];
      return db.commit({
        writes,
        activity: logged(verb, id, before),
        answer: answered(200, `${verb}d`, id),
      });
    },

    /** Deletes what nothing uses. @param holds as of archive @throws Response 409 naming how many of what use it */
    async remove(
      session: AnySession,
      id: string,
      holds: Holds<Row<T>> = [],
    ): Promise<Answer<{ id: string }>> {
      const db = opened(session, permissions.delete);
      const before = await read(db, id);
      const { writes, activity } = this.removing(db, before);
      try {
        return await db.commit({
          writes: [...heldOf(holds, before), ...writes],
          activity,
          answer: answered(200, "deleted", id),
        });
      } catch (refusal) {
        if (isRefusal(refusal, 409)) await explainUsesOf(db, table, id);
        throw refusal;
      }
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the one erased type, for tables of entities
export type AnyEntity = ReturnType<typeof entity<any, any, any>>;
