import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { movesOf } from "#app/shared/flows/rules.ts";
import { deliveryRules, deliveryWords } from "#app/shared/flows/webhook-deliveries.ts";
import { pick } from "#app/shared/pick.ts";
import { plural } from "#app/shared/plural.ts";
import { idFrom, newId } from "#drizzle/columns.ts";
import { webhookDeliveries as table, webhookEndpoints } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { Visit } from "../../env.ts";
import { conflict, forbidden, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import { endpointOf, MOST_ENDPOINTS, OFF, openedBy } from "./endpoints.ts";
import { deliveryFlow } from "./flow.ts";
import { testing } from "./telling.ts";

/** So many that have failed are sent again at once. */
const MOST_REPLAYED = 1_000;

/** What is shown of an endpoint: all but its secrets. */
const shown = {
  ...pick(webhookEndpoints, ["id", "version", "createdAt", "name", "url", "events"]),
  ...pick(webhookEndpoints, ["formerUntil", "disabledAt", "disabledReason", "failingSince"]),
};
const columns = {
  ...pick(table, ["id", "version", "createdAt", "endpointId", "eventId", "event", "status"]),
  ...pick(table, ["attempts", "nextAt", "lastAt", "lastStatus", "lastMs", "lastError"]),
};

/** @throws Response 403 for anybody but an Admin */
function reading(session: Session): ReadingDb {
  if (session.type !== "Admin") forbidden();
  return session.authorize("view-settings");
}

/** Whether it is worth offering what only an Admin does where the company does not only read. */
const mayEdit = (session: Session) => session.type === "Admin" && session.can("edit-settings");

/** All endpoints of a company, the newest first. One round trip. @throws Response 403 */
export async function endpointsPage(session: Session) {
  const db = reading(session);
  const [endpoints] = await db.read(
    db
      .select(shown)
      .from(webhookEndpoints)
      .where(db.ofOwner(webhookEndpoints, isNull(webhookEndpoints.deletedAt)))
      .orderBy(desc(webhookEndpoints.id))
      .limit(MOST_ENDPOINTS),
  );
  return { endpoints, may: { edit: mayEdit(session) } };
}

/** An endpoint without its secrets. @throws Response 403, 404 */
export async function findEndpoint(session: Session, id: string) {
  const db = reading(session);
  const [[row]] = await db.read(endpointQuery(db, id));
  return row ?? notFound("webhook");
}

const endpointQuery = (db: ReadingDb, id: string) =>
  db
    .select(shown)
    .from(webhookEndpoints)
    .where(
      db.ofOwner(
        webhookEndpoints,
        and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.deletedAt)),
      ),
    )
    .limit(1);

/** An endpoint with what was sent to it, the newest first. One round trip. @throws Response 403, 404 */
export async function endpointPage(session: Session, id: string, params: URLSearchParams) {
  const db = reading(session);
  const query = askedOf(params, ["newest"], ["status"], "desc");
  const { status = "" } = query.filters;
  const inState = entryOf(deliveryWords, status) ? sql`${table.status} = ${status}` : undefined;
  const slice = keyset(table.id, table.id, query, params);
  const [[endpoint], rows] = await db.read(
    endpointQuery(db, id),
    db
      .select(columns)
      .from(table)
      .where(db.ofOwner(table, and(eq(table.endpointId, id), inState, slice.where)))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  const mover = deliveryFlow.moverOf(session);
  const list = slice.page(rows, (row) => row.id, null);
  return {
    endpoint: endpoint ?? notFound("webhook"),
    page: list.page,
    rows: list.rows.map((row) => ({ ...row, moves: movesOf(deliveryRules, row, mover) })),
    query,
    may: { edit: mayEdit(session) },
  };
}

/** A delivery with what was sent and what was answered. One round trip. @throws Response 403, 404 */
export async function findDelivery(session: Session, id: string) {
  const db = reading(session);
  const [[row]] = await db.read(
    db
      .select({
        ...columns,
        ...pick(table, ["payload", "lastAnswer"]),
        endpointName: sql<string>`${webhookEndpoints.name}`.as("endpoint_name"),
        url: webhookEndpoints.url,
      })
      .from(table)
      .innerJoin(
        webhookEndpoints,
        and(
          eq(webhookEndpoints.companyId, table.companyId),
          eq(webhookEndpoints.id, table.endpointId),
        ),
      )
      .where(db.ofOwner(table, eq(table.id, id)))
      .limit(1),
  );
  const delivery = row ?? notFound("delivery");
  return { ...delivery, moves: movesOf(deliveryRules, delivery, deliveryFlow.moverOf(session)) };
}

/** Sends a test event to an endpoint. @throws Response 402, 403, 404; 409 while it is off */
export async function sendTest(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = openedBy(session);
  const endpoint = await endpointOf(db, id);
  if (endpoint.disabledAt !== null) conflict(OFF);
  const at = Date.now();
  const { activity } = recorded("webhook", "test.webhook", endpoint, "");
  return db.commit({
    writes: [db.assertUnchanged(webhookEndpoints, endpoint), testing(db, id, newId(at), at)],
    activity,
    answer: { status: 200, message: "A test is on its way", data: { id } },
  });
}

export const replayInput = z.strictObject({
  since: z.coerce
    .number("Choose since when")
    .int("Choose since when")
    .min(1, "Choose since when")
    .max(24 * 30, "What was sent is kept for 30 days"),
});

/**
 * Sends again what has failed within the last hours, the oldest first, with the ids it had.
 * @param input `since`, in hours
 * @throws Response 402, 403, 404; 409 while the endpoint is off; 422
 */
export async function replayFailed(
  session: Session,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string; count: number }>> {
  const db = openedBy(session);
  const { since } = checked(replayInput, input);
  const at = Date.now();
  const failed = db.ofOwner(
    table,
    and(
      eq(table.endpointId, id),
      eq(table.status, "failed"),
      sql`${table.id} >= ${idFrom(at - since * 3_600_000)}`,
    ),
  );
  const [[endpoint], rows] = await db.read(
    db.byId(webhookEndpoints, id),
    db.select({ id: table.id }).from(table).where(failed).orderBy(table.id).limit(MOST_REPLAYED),
  );
  if (!endpoint) return notFound("webhook");
  if (endpoint.disabledAt !== null) conflict(OFF);
  const these = sql`${table.id} in (select "value" from json_each(${JSON.stringify(rows.map((row) => row.id))})) and ${table.status} = 'failed'`;
  const { activity } = recorded("webhook", "replay.webhook", endpoint, "", {
    changes: [{ field: "deliveries", from: null, to: rows.length }],
  });
  const count = rows.length;
  const message = plural(count, "1 delivery is sent again", "{n} deliveries are sent again");
  return db.commit({
    writes: [
      db.assertUnchanged(webhookEndpoints, endpoint),
      db.updating(table, these, { status: "waiting", attempts: 0, nextAt: at }),
    ],
    activity,
    answer: {
      status: 200,
      message: count ? message : "Nothing has failed since then",
      data: { id, count },
    },
  });
}

/** Begins at once what was just asked for; what is lost on that way, the clock finds within a minute. */
export function wakeWebhooks({ env, place, defer }: Visit) {
  if (place.kind !== "company") return;
  const { shard, companyId: owner } = place;
  defer(async () => {
    await env.JOB_QUEUE.send({ job: "webhooks", shard, owner, at: Date.now() }).catch(
      (error: unknown) => console.error(error),
    );
  });
}
