import { type SQL, sql } from "drizzle-orm";
import type { TEST_EVENT } from "#app/shared/webhook-words.ts";
import { newId } from "#drizzle/columns.ts";
import { webhookDeliveries, webhookEndpoints } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { idsFrom } from "../../db/ids.ts";
import type { EventData, WebhookEvent } from "./events.ts";

/** The endpoints "hook" of the company that are told of an event. */
const listeners = (db: CompanyDb, event: WebhookEvent): SQL =>
  sql`"hook"."company_id" = ${db.companyId} and "hook"."disabled_at" is null and "hook"."deleted_at" is null
    and exists (select 1 from json_each("hook"."events") as "wanted" where "wanted"."value" = ${event})`;

/** Whether any endpoint of the company is told of an event, as a condition. */
export const isWanted = (db: CompanyDb, event: WebhookEvent): SQL =>
  sql`exists (select 1 from ${webhookEndpoints} as "hook" where ${listeners(db, event)})`;

const columns = sql`("company_id", "id", "created_at", "updated_at", "version", "endpoint_id", "event_id", "event", "payload", "status", "attempts", "next_at")`;

type Told = { event: WebhookEvent | typeof TEST_EVENT; at: number; eventId: SQL; data: SQL };
/** A delivery to the endpoint "hook", in the order of the columns. */
const delivery = (db: CompanyDb, { event, at, eventId, data }: Told): SQL =>
  sql`${db.companyId}, ${idsFrom(at)}, cast(${at} as integer), cast(${at} as integer), 1, "hook"."id", ${eventId}, ${event},
    json_object('id', ${eventId}, 'type', ${event}, 'occurred_at', ${new Date(at).toISOString()}, 'data', json(${data})),
    'waiting', 0, cast(${at} as integer)`;

/**
 * Tells the company's endpoints of an event, as a statement of the batch that causes it: nothing where none wants it.
 * @param data JSON that SQL makes, of the shape that `eventData` declares
 */
export function telling(
  db: CompanyDb,
  event: WebhookEvent,
  data: SQL,
  at: number,
  id = newId(at),
): Statement {
  const told = { event, at, eventId: sql`${id}`, data };
  return db.run(sql`insert into ${webhookDeliveries} ${columns} select ${delivery(db, told)}
    from ${webhookEndpoints} as "hook" where ${listeners(db, event)}`);
}

/**
 * The same of several, in one statement.
 * @param all each with an id of its own: under one that was told before nothing is told again
 */
export function tellingEach<E extends WebhookEvent>(
  db: CompanyDb,
  event: E,
  all: readonly { id: string; data: EventData<E> }[],
  at: number,
): Statement {
  const told = {
    ...{ event, at },
    eventId: sql`"one"."value" ->> 'id'`,
    data: sql`"one"."value" -> 'data'`,
  };
  return db.run(sql`insert into ${webhookDeliveries} ${columns} select ${delivery(db, told)}
    from ${webhookEndpoints} as "hook" cross join json_each(${JSON.stringify(all)}) as "one" where ${listeners(db, event)}
    on conflict ("company_id", "endpoint_id", "event_id") do nothing`);
}

/** Sends a test to one endpoint, whatever it wants to be told of. */
export const testing = (db: CompanyDb, endpointId: string, id: string, at: number): Statement => {
  const data = sql`${JSON.stringify({ message: "This is a test" })}`;
  const told = { event: "webhook.test" as const, at, eventId: sql`${id}`, data };
  return db.run(sql`insert into ${webhookDeliveries} ${columns} select ${delivery(db, told)}
    from ${webhookEndpoints} as "hook" where "hook"."company_id" = ${db.companyId} and "hook"."id" = ${endpointId}`);
};

/** A device as events name it, as JSON that SQL makes of its row. @param id an expression */
export const deviceJson = (db: CompanyDb, id: SQL): SQL =>
  sql`json((select json_object('id', "of"."id", 'code', "of"."asset_code", 'name', "of"."name")
    from "assets" as "of" where "of"."company_id" = ${db.companyId} and "of"."id" = ${id}))`;
