import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { webhookEndpoints as table, webhookEvents } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Command, Row, Statement } from "../../db/db.ts";
import { addressOf, LONGEST_ADDRESS } from "../../outbound/address-rules.ts";
import {
  conflict,
  forbidden,
  invalid,
  isRefusal,
  notFound,
  refuseStale,
  stale,
} from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked, text } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { FORMER_MS, newSecret, secretOf } from "./secrets.ts";

export const MOST_ENDPOINTS = 20;
export const OFF = "This webhook is off. Switch it on first.";
const TOO_MANY = `A company can have ${MOST_ENDPOINTS} webhooks`;

type Endpoint = Row<typeof table>;
const password = ownPassword;
const fields = {
  name: text("Name", 80),
  url: text("Address", LONGEST_ADDRESS),
  events: z
    .array(z.enum(webhookEvents, "This event is not known"), "Choose what it is told of")
    .min(1, "Choose what it is told of")
    .max(webhookEvents.length, "Choose each event once")
    .transform((events) => [...new Set(events)]),
};
export const endpointInput = z.strictObject({ ...fields, password });
export const proofInput = z.strictObject({ password });

/** Opens the company's database to an Admin. @throws Response 402, 403 */
export function openedBy(session: Session): CompanyDb {
  if (session.type !== "Admin") forbidden();
  return session.authorize("edit-settings");
}

/** @throws Response 404 */
export async function endpointOf(db: CompanyDb, id: string): Promise<Endpoint> {
  const [[row]] = await db.read(db.byId(table, id));
  return row ?? notFound("webhook");
}

/** What was typed, once the password is proved. @throws Response 422, 429 */
async function proven(session: Session, env: Env, input: unknown) {
  const { password: typed, url, ...values } = checked(endpointInput, input);
  const found = addressOf(env, url);
  if ("refused" in found) return invalid({ url: [`Address ${found.refused}`] });
  await provePassword(session, typed, "password");
  return { ...values, url: found.address.href };
}

/** Commits what holds only while the endpoint is as it was read. @throws Response 404, 409 with the newer one */
async function committed<D>(db: CompanyDb, id: string, command: Command<D>): Promise<Answer<D>> {
  try {
    return await db.commit(command);
  } catch (refusal) {
    if (!isRefusal(refusal, 409)) throw refusal;
    const { secret: _, formerSecret: __, ...newer } = await endpointOf(db, id);
    return stale(newer);
  }
}

/** Changes an endpoint as it was read. */
const changing = (
  db: CompanyDb,
  before: Endpoint,
  values: Record<string, unknown>,
): Statement[] => [
  db.assertUnchanged(table, before),
  db.updating(table, eq(table.id, before.id), values),
];

/** What a command tells once: the secret is in no stored answer. */
export type MadeSecret = { id: string; secret: string };
/** The secret that a command has made; a repeated command tells the one that the first has made. */
async function told(
  db: CompanyDb,
  env: Env,
  answer: Answer<{ id: string; made: string }>,
  own: { made: string; secret: string },
): Promise<Answer<MadeSecret>> {
  const { id, made } = answer.data;
  const secret =
    made === own.made
      ? own.secret
      : await secretOf(env, db.companyId, id, await endpointOf(db, id));
  return { ...answer, data: { id, secret } };
}

/**
 * Makes an endpoint that is told of events from now on; its secret is told here alone.
 * @throws Response 402; 403 for anybody but an Admin; 409 for the 21st; 422 for an address that may not be asked, a name that is used, or
 * a wrong password
 */
export async function createEndpoint(
  session: Session,
  env: Env,
  input: unknown,
): Promise<Answer<MadeSecret>> {
  const db = openedBy(session);
  const { name, url, events } = await proven(session, env, input);
  const id = newId();
  const { secret, sealed } = await newSecret(env, db.companyId, id);
  const living = db.ofOwner(table, isNull(table.deletedAt));
  const few = sql`(select count(*) from ${table} where ${living}) < ${sql.raw(String(MOST_ENDPOINTS))}`;
  const { activity } = recorded("webhook", "create.webhook", { id, name }, "", {
    changes: Object.entries({ name, url, events }).map(([field, to]) => ({
      ...{ field, from: null, to },
    })),
  });
  try {
    const answer = await db.commit({
      writes: [
        db.assert("state", few),
        db.inserting(table, { id, name, url, events, secret: sealed }),
      ],
      activity,
      answer: { status: 201, message: "Webhook made", data: { id, made: id } },
    });
    return told(db, env, answer, { made: id, secret });
  } catch (refusal) {
    return isRefusal(refusal, 409) ? conflict(TOO_MANY) : Promise.reject(refusal);
  }
}

/**
 * Changes an endpoint's name, address and events.
 * @throws Response 402, 403, 404; 409 when somebody else changed it; 422
 */
export async function saveEndpoint(
  session: Session,
  env: Env,
  id: string,
  { version, ...input }: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = openedBy(session);
  const values = await proven(session, env, input);
  const before = await endpointOf(db, id);
  const { secret: _, formerSecret: __, ...shown } = before;
  refuseStale(shown, version);
  return committed(db, id, {
    writes: changing(db, before, values),
    ...recorded("webhook", "update.webhook", { id, name: values.name }, "Webhook saved", {
      changes: changesBetween(shown, values),
    }),
  });
}

/**
 * Gives an endpoint another secret, told here alone; the one before signs as well for a day.
 * @throws Response 402, 403, 404; 409 when somebody else changed it; 422 for a wrong password
 */
export async function rotateSecret(
  session: Session,
  env: Env,
  id: string,
  input: unknown,
): Promise<Answer<MadeSecret>> {
  const db = openedBy(session);
  await provePassword(session, checked(proofInput, input).password, "password");
  const before = await endpointOf(db, id);
  const { secret, sealed } = await newSecret(env, db.companyId, id);
  const made = newId();
  const { activity } = recorded("webhook", "rotate_secret.webhook", before, "");
  const answer = await committed(db, id, {
    writes: changing(db, before, {
      ...{ secret: sealed, formerSecret: before.secret, formerUntil: Date.now() + FORMER_MS },
    }),
    activity,
    answer: { status: 200, message: "New secret made", data: { id, made } },
  });
  return told(db, env, answer, { made, secret });
}

/** Switches an endpoint off: it is told of nothing more, and what waits has failed. @throws Response 402, 403, 404, 409 */
export async function switchOff(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = openedBy(session);
  const before = await endpointOf(db, id);
  if (before.disabledAt !== null) conflict("This webhook is off already");
  return committed(db, id, {
    writes: changing(db, before, { disabledAt: Date.now(), disabledReason: "by_admin" }),
    ...recorded("webhook", "switch_off.webhook", before, "Webhook switched off"),
  });
}

/** Switches an endpoint on again; what has failed meanwhile is sent where somebody asks for it. @throws Response 402, 403, 404, 409 */
export async function switchOn(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = openedBy(session);
  const before = await endpointOf(db, id);
  if (before.disabledAt === null) conflict("This webhook is on already");
  const on = { disabledAt: null, disabledReason: null, failingSince: null };
  return committed(db, id, {
    writes: changing(db, before, on),
    ...recorded("webhook", "switch_on.webhook", before, "Webhook switched on"),
  });
}

/** Takes an endpoint away for good; what was sent to it is forgotten after its days. @throws Response 402, 403, 404, 409 */
export async function removeEndpoint(
  session: Session,
  id: string,
): Promise<Answer<{ id: string }>> {
  const db = openedBy(session);
  const before = await endpointOf(db, id);
  return committed(db, id, {
    writes: [
      db.assertUnchanged(table, before),
      db.updating(table, and(eq(table.id, id), isNull(table.deletedAt))!, {
        deletedAt: Date.now(),
        formerSecret: null,
      }),
    ],
    ...recorded("webhook", "delete.webhook", before, "Webhook removed"),
  });
}
