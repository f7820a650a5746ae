import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { filled, inCompany, json, nocase, oneOf, owned, ownedKey, whole } from "../columns.ts";

export const webhookEvents = [
  "service_call.opened",
  "service_report.saved",
  "certificate.issued",
  "service.due",
  "stock.low",
] as const;
export const disabledReasons = ["by_admin", "gone", "failing"] as const;
export const deliveryStates = ["waiting", "delivered", "failed"] as const;

/** An endpoint that is told of events, as its index and its queries say it. */
export const listening = sql`disabled_at is null and deleted_at is null`;

/** An address of the company's own software that is told of events. Its secrets are kept sealed. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    ...owned,
    name: nocase().notNull(),
    url: text().notNull(),
    events: json<(typeof webhookEvents)[number][]>().notNull().default([]),
    secret: text().notNull(),
    /** The secret before, which signs as well until the instant beside it. */
    formerSecret: text(),
    formerUntil: integer(),
    disabledAt: integer(),
    disabledReason: text({ enum: disabledReasons }),
    /** The first failure since its last success. */
    failingSince: integer(),
    deletedAt: integer(),
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("webhook_endpoints_name").on(t.companyId, t.name).where(sql`deleted_at is null`),
    index("webhook_endpoints_listening").on(t.companyId, t.id).where(listening),
    oneOf("webhook_endpoints_reason_known", t.disabledReason, disabledReasons),
    ...whole("webhook_endpoints", t.version),
  ],
);

/** One event on its way to one endpoint, with what came of the last attempt. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    ...owned,
    endpointId: text().notNull(),
    /** The receiver knows the event by it, however often it comes. */
    eventId: text().notNull(),
    event: text().notNull(),
    /** The body as it is sent, to the letter. */
    payload: text().notNull(),
    status: text({ enum: deliveryStates }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** When it is sent next; null once nothing more is tried. */
    nextAt: integer(),
    lastAt: integer(),
    /** The status of the answer; null where there was none. */
    lastStatus: integer(),
    lastMs: integer(),
    lastError: text(),
    /** How the answer began. */
    lastAnswer: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.endpointId, () => webhookEndpoints),
    uniqueIndex("webhook_deliveries_once").on(t.companyId, t.endpointId, t.eventId),
    index("webhook_deliveries_newest").on(t.companyId, t.endpointId, t.id),
    index("webhook_deliveries_by_status").on(t.companyId, t.endpointId, t.status, t.id),
    index("webhook_deliveries_due").on(t.companyId, t.nextAt).where(filled(t.nextAt)),
    index("webhook_deliveries_due_at")
      .on(t.companyId, t.endpointId, t.nextAt)
      .where(filled(t.nextAt)),
    oneOf("webhook_deliveries_status_known", t.status, deliveryStates),
    ...whole("webhook_deliveries", t.version, t.attempts, t.lastStatus, t.lastMs),
  ],
);
