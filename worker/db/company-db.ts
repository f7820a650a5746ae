import { and, eq, getTableColumns, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId, tablesOf } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";
import {
  type AssertionRule,
  activityLog,
  assertions,
  assets,
  companyProfiles,
  idempotencyKeys,
  outbox,
} from "#drizzle/tenant/index.ts";
import { conflict, isRefusal, notFound } from "../refusals.ts";
import { type Answer, type Command, Db, type Stamp, type Statement, type Table } from "./db.ts";
import { brokenRule } from "./errors.ts";
import { guarded } from "./guard.ts";
import type { Ahead } from "./orm.ts";
import type { Narrowed } from "./own-rows.ts";
import { among } from "./predicates.ts";
import { type AcrossLocations, acrossLocations, isLimited, type Scope, scoped } from "./scope.ts";
import { updateOf } from "./sets.ts";
import { tellingOfAdminsIn } from "./told-admins.ts";

type Versioned = Table & { version: SQLiteColumn };
const tables = new Map(tablesOf(schema).map((table) => [getTableName(table), table]));
/** The table of a company with this name, where its rows carry a version. */
export function versioned(name: string): Versioned | undefined {
  const table = tables.get(name);
  return table && "version" in getTableColumns(table) ? (table as Versioned) : undefined;
}

/** The database as one company sees it. There is no other way for domain code to reach D1. */
export class CompanyDb extends Db {
  protected readonly log = activityLog;
  protected readonly keys = idempotencyKeys;
  /** Whether what it commits of people is told to the platform: a handle without the outbox changes nothing of it. */
  private readonly tells: boolean;

  constructor(
    d1: D1Database,
    readonly companyId: string,
    stamp: Stamp,
    /** The Locations to which reads and writes of assets are limited; null without a limit. */
    readonly scope: Scope | null = null,
    /** The only tables it may read and write; null for all. */
    readonly only: Narrowed | null = null,
    /** What is read ahead of its first statements. */
    ahead: Ahead | null = null,
    /** By which the company's day begins. */
    readonly timeZone = "UTC",
  ) {
    super(guarded(scope ? scoped(d1, scope) : d1, companyId, only), stamp, ahead);
    this.tells = !only || only.writes.has(getTableName(outbox));
  }

  override ofOwner(table: SQLiteTable, where?: SQL): SQL | undefined {
    const { companyId } = getTableColumns(table) as Record<string, SQLiteColumn>;
    if (!companyId) throw new Error(`${getTableName(table)} belongs to no company`);
    return and(eq(companyId, this.companyId), where);
  }

  /** Whether a Location is one the person may put assets into. */
  covers(departmentId: string): boolean {
    return !this.scope || this.scope.departments.includes(departmentId);
  }

  /** The ids of the first rows in an order, those out of scope among them: bounds how far a limited person's query looks. */
  firstIds(table: Table, where: SQL | undefined, order: SQL, most: number): SQL {
    return sql`(select ${table.id} from ${acrossLocations(table, "it bounds how far a look goes")} where ${this.ofOwner(table, where)} order by ${order} limit ${sql.raw(String(most))})`;
  }

  override updating(table: SQLiteTable, where: SQL, values: Record<string, unknown>): Statement {
    return super.updating(table, this.seen(table, where), values);
  }

  /** Changes rows also beyond the Locations a person is limited to. */
  updatingAcross(
    table: SQLiteTable,
    where: SQL,
    values: Record<string, unknown>,
    _why: AcrossLocations,
  ): Statement {
    return super.updating(table, where, values);
  }

  /** The same for other values of each row. */
  updatingAllAcross(
    table: Table,
    rows: readonly ({ id: string } & Record<string, unknown>)[],
    _why: AcrossLocations,
  ): Statement {
    return super.updatingAll(table, rows);
  }

  override updatingAll(
    table: Table,
    rows: readonly ({ id: string } & Record<string, unknown>)[],
  ): Statement {
    return this.run(
      updateOf(table, rows, (where) => this.ofOwner(table, this.seen(table, where))!),
    );
  }

  override removing(table: SQLiteTable, where: SQL): Statement {
    return super.removing(table, this.seen(table, where));
  }

  /**
   * Commits a command, and tells the platform where it is about an Admin; that of a limited person must leave every asset it touched in scope.
   * @throws Response 404 for one that is not, 409 for files beyond the plan's storage
   */
  override async commit<D>(command: Command<D>): Promise<Answer<D>> {
    try {
      return await this.commitSeen(command);
    } catch (refusal) {
      const broken = brokenRule(refusal);
      // A row that names the writer as one of the company's people, where they are none.
      if (broken?.kind === "foreign") this.only?.refuse?.();
      if (broken?.name !== "assert_storage_limit") throw refusal;
      const [[profile]] = await this.read(
        this.select().from(companyProfiles).where(this.ofOwner(companyProfiles)).limit(1),
      );
      return conflict(`Your plan allows ${profile?.limits.max_storage_mb} MB of files`);
    }
  }

  /** The record is as the client knows it: asked once, by the first command of a request. */
  private asExpected(): Statement[] {
    const { expected } = this.stamp;
    if (!expected || expected.isAsked) return [];
    expected.isAsked = true;
    return [this.assertUnchanged(versioned(expected.table)!, expected)];
  }

  private async commitSeen<D>(asked: Command<D>): Promise<Answer<D>> {
    const entries = Array.isArray(asked.activity) ? asked.activity : [asked.activity];
    const told = this.tells ? tellingOfAdminsIn(this, entries) : [];
    const command = { ...asked, writes: [...this.asExpected(), ...asked.writes, ...told] };
    const seenOnly = entries.filter(({ isAcross }) => !isAcross);
    const touched = this.scope
      ? [...new Set(seenOnly.flatMap(({ assetId }) => assetId ?? []))]
      : [];
    if (!touched.length) return super.commit(command);
    const seen = inArray(assets.id, among(touched));
    const hidden = sql`exists (select 1 from ${acrossLocations(assets, "it tells what leaves a person's sight")} where ${this.ofOwner(assets, seen)}
      and not exists (select 1 from ${assets} as "seen" where "seen"."company_id" = ${assets.companyId} and "seen"."id" = ${assets.id}))`;
    const held = this.assert("all_found", sql`not ${hidden}`);
    try {
      return await super.commit({ ...command, writes: [...command.writes, held] });
    } catch (refusal) {
      if (!isRefusal(refusal, 409)) throw refusal;
      const [[look]] = await this.read(
        this.rows<{ hidden: number }>(sql`select ${hidden} as hidden`),
      );
      if (look?.hidden) notFound("asset");
      throw refusal;
    }
  }

  /** SQLite writes to the table itself, so a limited person's writes check that the row is in scope. */
  private seen(table: SQLiteTable, where: SQL): SQL {
    if (!this.scope || !isLimited(table)) return where;
    const { companyId, id } = getTableColumns(table) as Record<string, SQLiteColumn>;
    return and(
      where,
      sql`exists (select 1 from ${table} as "seen" where "seen"."company_id" = ${companyId} and "seen"."id" = ${id})`,
    )!;
  }

  protected override withOwner(values: Record<string, unknown>) {
    return { ...values, companyId: this.companyId };
  }

  override assert(rule: AssertionRule, ok: SQL): Statement {
    return this.run(
      sql`insert into ${assertions} ("company_id", "id", "rule", "ok") select ${this.companyId}, ${newId()}, ${rule}, ${ok}`,
    );
  }
}

/** The handle of a `view-…` permission: it cannot write. */
export type ReadingDb = Pick<
  CompanyDb,
  | "companyId"
  | "scope"
  | "covers"
  | "firstIds"
  | "ofOwner"
  | "select"
  | "read"
  | "byId"
  | "counting"
  | "timeZone"
  | "find"
  | "exists"
>;
