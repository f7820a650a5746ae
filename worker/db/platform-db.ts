import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId } from "#drizzle/columns.ts";
import { platformActivityLog, platformAssertions, platformIdempotencyKeys } from "#drizzle/control/index.ts";
import type { AssertionRule } from "#drizzle/tenant/company.ts";
import { shortened } from "./company-db.ts";
import { type Activity, type Answer, Db, type Statement } from "./db.ts";

/** The control database as the platform's staff see it. */
export class PlatformDb extends Db {
  override mine(_: SQLiteTable, where?: SQL): SQL | undefined {
    return where;
  }

  protected override own(values: Record<string, unknown>) {
    return values;
  }

  protected override logging({ action, kind, id, label, changes, reason }: Activity, at: number): Statement {
    const { once: _, ...who } = this.stamp;
    return this.inserting(platformActivityLog, {
      ...who,
      id: newId(at),
      at,
      action,
      entityKind: kind,
      entityId: id,
      entityLabel: label.slice(0, 200),
      changes: (changes ?? []).map(shortened),
      reason: reason ?? null,
    });
  }

  protected override keeping({ status, message, data }: Answer, at: number): Statement {
    const { once, actorId } = this.stamp;
    return this.inserting(platformIdempotencyKeys, {
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
    return (await this.find(platformIdempotencyKeys, key)) ?? null;
  }

  protected override asserting(rule: AssertionRule, ok: SQL): Statement {
    return this.run(sql`insert into ${platformAssertions} ("id", "rule", "ok") select ${newId()}, ${rule}, ${ok}`);
  }
}

export type ReadingPlatformDb = Pick<PlatformDb, "mine" | "select" | "read" | "find" | "exists">;

/** The control database as it is handed to the catalogue's readers, and to nobody else. */
export type CatalogueDb = D1Database;
