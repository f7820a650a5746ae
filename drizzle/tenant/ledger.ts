import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { bare, ownedKey, whole } from "../columns.ts";

/** What a customer may later want proved, as a chain of hashes: append-only. */
export const ledgerEvents = sqliteTable(
  "ledger_events",
  {
    ...bare,
    seq: integer().notNull(),
    at: integer().notNull(),
    actorId: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text().notNull(),
    payloadSha256: text().notNull(),
    prevHash: text().notNull(),
    hash: text().notNull(),
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("ledger_events_seq").on(t.companyId, t.seq),
    uniqueIndex("ledger_events_prev_hash").on(t.companyId, t.prevHash),
    index("ledger_events_by_entity").on(t.companyId, t.entityId, t.seq),
    check("ledger_events_seq_positive", sql`${t.seq} >= 1`),
    ...whole("ledger_events", t.seq),
  ],
);
