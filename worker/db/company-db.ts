import { and, eq, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId } from "#drizzle/columns.ts";
import { type AssertionRule, activityLog, assertions, idempotencyKeys } from "#drizzle/tenant/index.ts";
import { Db, type Stamp, type Statement } from "./db.ts";
import { guarded } from "./guard.ts";

/** The database as one company sees it. There is no other way for domain code to reach D1. */
export class CompanyDb extends Db {
  protected readonly log = activityLog;
  protected readonly keys = idempotencyKeys;

  constructor(
    d1: D1Database,
    readonly companyId: string,
    stamp: Stamp,
  ) {
    super(guarded(d1, companyId), stamp);
  }

  override mine(table: SQLiteTable, where?: SQL): SQL | undefined {
    const { companyId } = getTableColumns(table) as { companyId?: SQLiteColumn };
    if (!companyId) throw new Error(`${getTableName(table)} belongs to no company`);
    return and(eq(companyId, this.companyId), where);
  }

  protected override own(values: Record<string, unknown>) {
    return { ...values, companyId: this.companyId };
  }

  protected override asserting(rule: AssertionRule, ok: SQL): Statement {
    return this.run(sql`insert into ${assertions} ("company_id", "id", "rule", "ok") select ${this.companyId}, ${newId()}, ${rule}, ${ok}`);
  }
}

/** What a `view-…` permission gives: nothing that writes. */
export type ReadingDb = Pick<CompanyDb, "companyId" | "mine" | "select" | "read" | "find" | "exists">;
