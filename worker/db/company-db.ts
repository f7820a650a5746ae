import { and, eq, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId } from "#drizzle/columns.ts";
import { type AssertionRule, activityLog, assertions, idempotencyKeys } from "#drizzle/tenant/index.ts";
import { type Activity, type Answer, Db, type Stamp, type Statement } from "./db.ts";
import { guarded } from "./guard.ts";

/** The database as one company sees it. There is no other way for domain code to reach D1. */
export class CompanyDb extends Db {
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

  protected override logging({ action, kind, id, label, assetId, changes, reason }: Activity, at: number): Statement {
    const { once: _, ...who } = this.stamp;
    return this.inserting(activityLog, {
      ...who,
      id: newId(at),
      at,
      action,
      entityKind: kind,
      entityId: id,
      entityLabel: label.slice(0, 200),
      assetId: assetId ?? null,
      changes: (changes ?? []).map(shortened),
      reason: reason ?? null,
    });
  }

  protected override keeping({ status, message, data }: Answer, at: number): Statement {
    const { once, actorId } = this.stamp;
    return this.inserting(idempotencyKeys, {
      id: once!.key,
      actorId: actorId ?? "",
      route: once!.route,
      requestHash: once!.hash,
      status,
      responseJson: JSON.stringify({ message, data }),
      createdAt: at,
    });
  }

  protected override async kept(key: string) {
    return (await this.find(idempotencyKeys, key)) ?? null;
  }

  protected override asserting(rule: AssertionRule, ok: SQL): Statement {
    return this.run(sql`insert into ${assertions} ("company_id", "id", "rule", "ok") select ${this.companyId}, ${newId()}, ${rule}, ${ok}`);
  }
}

/** What a `view-…` permission gives: nothing that writes. */
export type ReadingDb = Pick<CompanyDb, "companyId" | "mine" | "select" | "read" | "find" | "exists">;

const LONG = 500;
const cut = (value: unknown) => (typeof value === "string" && value.length > LONG ? `${value.slice(0, LONG)}…` : value);
export const shortened = <C extends { from: unknown; to: unknown }>(change: C): C => ({
  ...change,
  from: cut(change.from),
  to: cut(change.to),
});
