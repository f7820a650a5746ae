import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId } from "#drizzle/columns.ts";
import {
  platformActivityLog,
  platformAssertions,
  platformIdempotencyKeys,
} from "#drizzle/control/index.ts";
import type { AssertionRule, idempotencyKeys } from "#drizzle/tenant/company.ts";
import { Db, type Statement } from "./db.ts";

/** The control database as the platform's staff see it. */
export class PlatformDb extends Db {
  protected readonly log = platformActivityLog;
  protected readonly keys = platformIdempotencyKeys as unknown as typeof idempotencyKeys;

  override ofOwner(_: SQLiteTable, where?: SQL): SQL | undefined {
    return where;
  }

  protected override withOwner(values: Record<string, unknown>, _: SQLiteTable) {
    return values;
  }

  override assert(rule: AssertionRule, ok: SQL): Statement {
    return this.run(
      sql`insert into ${platformAssertions} ("id", "rule", "ok") select ${newId()}, ${rule}, ${ok}`,
    );
  }
}

export type ReadingPlatformDb = Pick<PlatformDb, "ofOwner" | "select" | "read" | "find" | "exists">;
