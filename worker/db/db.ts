import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Change } from "#drizzle/both.ts";
import type { AssertionRule, idempotencyKeys } from "#drizzle/tenant/company.ts";
import type { Expected } from "../precondition.ts";
import { invalid } from "../refusals.ts";
import { brokenRule, refuseBroken, refuseHeld, retried } from "./errors.ts";
import { logRows } from "./log-rows.ts";
import { type Ahead, type Orm, ormOf } from "./orm.ts";
import { living } from "./predicates.ts";
import { acrossLocations } from "./scope.ts";
import { insertOf, updateOf } from "./sets.ts";

export type Table = SQLiteTable & { id: SQLiteColumn };
export type Row<T extends SQLiteTable> = T["$inferSelect"];
export type Statement = BatchItem<"sqlite">;
/** What statements answer, in their order. */
export type Results<Q extends readonly Statement[]> = {
  -readonly [K in keyof Q]: Q[K]["_"]["result"];
};

/** Who writes, through which door, in answer to which request: goes into every activity row. */
export type Stamp = {
  actorKind: "user" | "staff" | "system" | "public" | "api_key";
  actorId: string | null;
  actorName: string;
  via: "web" | "api" | "qr" | "import" | "system";
  ip: string | null;
  userAgent: string | null;
  requestId: string;
  /** The key a form or client sent, so that a repeated request gets the first answer. */
  once?: { key: string; route: string; hash: string } | undefined;
  expected?: Expected | null | undefined /** What the request's first command goes on from. */;
  /** Takes the ids of the mails that are written, so that they are sent at once. */
  letters?: string[] | undefined;
  /** Takes what the platform tells companies, so that it takes effect at once. */
  messages?: Message[] | undefined;
  resolver?: string | undefined /** Address of the DNS resolver that a command may ask. */;
};

/** What the platform has decided about a company, on its way to the company's shard. */
export type Message = { id: string; topic: string; payload: object };

/** What a command answers through either door. */
export type Answer<D = unknown> = { status: number; message: string; data: D; warnings?: string[] };

/** An entry of the activity log. */
export type Activity = {
  action: string;
  kind: string;
  id: string;
  label: string;
  assetId?: string | null;
  changes?: Change[];
  reason?: string | null;
  /** The company whose record of the platform it is, where a member of staff writes it. */
  companyId?: string;
  via?: Stamp["via"] /** Absent: the door the request came through. */;
  isAcross?: true /** A document moved its asset, perhaps out of sight. */;
};

export type Command<D> = {
  writes: Statement[];
  activity: Activity | Activity[];
  answer: Answer<D>;
  /** Reads what SQL assigned, by the saved record; the first row's columns join the answer's data. */
  assigned?: (data: D) => Statement;
};

type Inner = {
  session: {
    prepareQuery(query: unknown, fields: undefined, method: "run", arrays: false): object;
  };
  dialect: { sqlToQuery(statement: SQL): unknown };
};

/** One database as its owner sees it. CompanyDb and PlatformDb say what "own" means. */
export abstract class Db {
  protected readonly orm: Orm;

  constructor(
    d1: D1Database,
    readonly stamp: Stamp,
    ahead: Ahead | null = null,
  ) {
    this.orm = ormOf(d1, ahead);
  }

  /** The predicate that limits a table to the owner's rows. */
  abstract ofOwner(table: SQLiteTable, where?: SQL): SQL | undefined;
  /** Adds the owner's own column to values. */
  protected abstract withOwner(
    values: Record<string, unknown>,
    table: SQLiteTable,
  ): Record<string, unknown>;
  /** Where activity rows and first answers go. */
  protected abstract readonly log: SQLiteTable;
  protected abstract readonly keys: typeof idempotencyKeys;
  /** The batch stops here under the rule's name unless `ok` is true. */
  abstract assert(rule: AssertionRule, ok: SQL): Statement;

  get select() {
    return this.orm.select.bind(this.orm);
  }

  /** Raw SQL as a statement of a batch. It must name the company wherever it names an owned table. */
  run(statement: SQL): Statement {
    return this.rows(statement);
  }

  /** Raw SQL that answers rows, as a statement of a batch; each column under its name. */
  rows<R>(statement: SQL): RunnableQuery<R[], "sqlite"> {
    const { session, dialect } = this.orm as unknown as Inner;
    const prepared = session.prepareQuery(dialect.sqlToQuery(statement), undefined, "run", false);
    // Drizzle's own raw statements carry no D1 statement, which a batch needs.
    const query = Object.assign(Object.create(prepared), {
      mapResult: (result: D1Result<R>) => result.results,
    });
    return { _prepare: () => query } as never;
  }

  /** Several reads, one round trip. In joins each selected column needs a name of its own: batch results are keyed by name. */
  async read<const Q extends readonly [Statement, ...Statement[]]>(
    ...queries: Q
  ): Promise<Results<Q>> {
    try {
      return (await retried(() => this.orm.batch(queries as never))) as never;
    } catch (error) {
      refuseHeld(error);
      throw error;
    }
  }

  /** The row of an id, unless it was deleted, as a statement of a read. @param more what else must hold for it */
  byId<T extends Table>(table: T, id: string | SQL, more?: SQL): RunnableQuery<Row<T>[], "sqlite"> {
    return this.orm
      .select()
      .from(table as Table)
      .where(this.ofOwner(table, and(eq(table.id, id), living(table), more)))
      .limit(1) as never;
  }

  /** How many rows there are, counted no further than `most`, as a statement of a read. */
  counting(
    table: SQLiteTable,
    where: SQL | undefined,
    most: number,
  ): RunnableQuery<{ n: number }[], "sqlite"> {
    return this.rows(
      sql`select count(*) as "n" from (select 1 from ${table} where ${this.ofOwner(table, where)} limit ${sql.raw(String(most))})`,
    );
  }

  /** The row of an id, also one that was deleted. */
  async find<T extends Table>(table: T, id: string): Promise<Row<T> | undefined> {
    const [rows] = await this.read(
      this.orm
        .select()
        .from(table as Table)
        .where(this.ofOwner(table, eq(table.id, id)))
        .limit(1),
    );
    return (rows as Row<T>[])[0];
  }

  inserting(table: SQLiteTable, values: object): Statement {
    return this.orm.insert(table).values(this.stamped(table, values) as never);
  }

  /** Many rows in one statement; a column that some of them lack is empty there. */
  insertingAll(table: SQLiteTable, rows: readonly object[]): Statement {
    const stamped = rows.map((row) => this.stamped(table, row));
    return this.run(insertOf(table, stamped));
  }

  private stamped(table: SQLiteTable, row: object): Record<string, unknown> {
    const by = "createdBy" in getTableColumns(table) ? { createdBy: this.stamp.actorId } : {};
    return this.withOwner({ ...by, ...row }, table);
  }

  /** Other values for many rows in one statement, each found by its id; all name the same columns. */
  updatingAll(
    table: Table,
    rows: readonly ({ id: string } & Record<string, unknown>)[],
  ): Statement {
    return this.run(updateOf(table, rows, (where) => this.ofOwner(table, where)!));
  }

  updating(table: SQLiteTable, where: SQL, values: Record<string, unknown>): Statement {
    const columns = getTableColumns(table);
    const touched = {
      ...("updatedAt" in columns ? { updatedAt: Date.now() } : {}),
      ...("version" in columns ? { version: sql`${columns.version} + 1` } : {}),
      ...values,
    };
    return this.orm
      .update(table)
      .set(touched as never)
      .where(this.ofOwner(table, where));
  }

  removing(table: SQLiteTable, where: SQL): Statement {
    return this.orm.delete(table).where(this.ofOwner(table, where));
  }

  /** The batch stops here unless a row is still as it was read. */
  assertUnchanged(
    table: Table & { version: SQLiteColumn },
    { id, version }: { id: string; version: number },
    more?: SQL,
  ): Statement {
    const unchanged = and(eq(table.id, id), eq(table.version, version), more, living(table))!;
    return this.assert("state", this.exists(table, unchanged));
  }

  /** `EXISTS` over own rows, for asserts. */
  exists(table: SQLiteTable, where: SQL): SQL {
    return sql`exists (select 1 from ${table} where ${this.ofOwner(table, where)})`;
  }

  /** `EXISTS` over all of the owner's rows, also those the person does not see: for what must be unique or unreferenced. */
  existsAnywhere(table: SQLiteTable, where: SQL): SQL {
    const all = acrossLocations(table, "what is unique or in use is so in the whole company");
    return sql`exists (select 1 from ${all} where ${this.ofOwner(table, where)})`;
  }

  /**
   * Runs one command as one batch: idempotency row, the writes, activity rows. All or nothing.
   * @returns the answer, or the first one when this request was already carried out
   * @throws Response 409/422 for a broken rule, 422 when the key came with other data, 503 when D1 is overloaded, full or does not answer
   */
  async commit<D>({ writes, activity, answer, assigned }: Command<D>): Promise<Answer<D>> {
    const { once } = this.stamp;
    const at = Date.now();
    const entries = Array.isArray(activity) ? activity : [activity];
    const batch = [
      ...(once ? [this.keeping(answer, once, at)] : []),
      ...writes,
      ...this.logging(entries, at),
      ...(assigned ? [assigned(answer.data)] : []),
    ];
    const run = () => this.orm.batch(batch as never) as unknown as Promise<unknown[]>;
    const filled = (first: Answer<D>, rows: unknown): Answer<D> => ({
      ...first,
      data: { ...first.data, ...(rows as Partial<D>[])[0] },
    });
    try {
      const results = await (once ? retried(run) : run());
      return assigned ? filled(answer, results.at(-1)) : answer;
    } catch (error) {
      const first = once && (await this.firstAnswer<D>());
      if (first)
        return assigned ? filled(first, (await this.read(assigned(first.data)))[0]) : first;
      if (once && brokenRule(error)?.name === "idempotency_keys") throw error;
      return refuseBroken(error, Boolean(once));
    }
  }

  /** The answer this request's key was given before; null when it is new. */
  async firstAnswer<D>(): Promise<Answer<D> | null> {
    const { once, actorId } = this.stamp;
    const row = once && (await this.find(this.keys, once.key));
    if (!row) return null;
    if (
      row.actorId !== (actorId ?? "") ||
      row.requestHash !== once.hash ||
      row.route !== once.route
    )
      invalid({ form: ["This form was already sent with other data"] });
    const answer = JSON.parse(row.responseJson) as Omit<Answer<D>, "status">;
    return { status: row.status, ...answer };
  }

  private logging(entries: readonly Activity[], at: number): Statement[] {
    const rows = logRows(this.stamp, entries, at);
    return rows.length > FEW
      ? [this.insertingAll(this.log, rows)]
      : rows.map((row) => this.inserting(this.log, row));
  }

  private keeping(
    { status, ...said }: Answer,
    { key, route, hash }: NonNullable<Stamp["once"]>,
    at: number,
  ): Statement {
    return this.inserting(this.keys, {
      id: key,
      actorId: this.stamp.actorId ?? "",
      route,
      requestHash: hash,
      status,
      responseJson: JSON.stringify(said),
      createdAt: at,
    });
  }
}

const FEW = 3;
