import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { companies, domains, shards, adminDirectory as table } from "#drizzle/control/index.ts";
import type { Answer } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { originOf } from "../../tenancy/hosts.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";
import { checked, multiline } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { askedOf } from "../lists/list-query.ts";
import { foundBy } from "../search/found-by.ts";
import { PLATFORM } from "../search/search.ts";
import { type AdminAct, adminStates } from "./admin-effects.ts";
import { namedIn } from "./choices.ts";
import { primaryOf } from "./companies.ts";
import { queued } from "./company-messages.ts";

const MANAGE = "manage-company";

const columns = {
  id: sql<string>`${table.id}`.as("admin_id"),
  companyId: table.companyId,
  userId: table.userId,
  name: sql<string>`${table.name}`.as("admin_name"),
  email: sql<string>`${table.email}`.as("admin_email"),
  phone: sql<string | null>`${table.phone}`.as("admin_phone"),
  status: sql<(typeof table.$inferSelect)["status"]>`${table.status}`.as("admin_status"),
  lastLoginAt: table.lastLoginAt,
  refusal: table.refusal,
  companyName: sql<string>`${companies.name}`.as("company_name"),
  isOwner: sql<number>`coalesce(${companies.ownerUserId} = ${table.userId}, 0)`
    .mapWith(Boolean)
    .as("is_owner"),
};

/** Whether no other Admin of the company is active, as the directory has it. */
const isLastActive =
  sql<number>`${table.status} = 'active' and not exists (select 1 from ${table} as "other"
  where "other"."company_id" = ${table.companyId} and "other"."status" = 'active' and "other"."id" <> ${table.id})`
    .mapWith(Boolean)
    .as("is_last_active");

/** The Admins of all companies by name; those who have left only where they are asked for. One round trip. */
export async function listAdmins(session: StaffSession, params: URLSearchParams) {
  const db = session.authorize(MANAGE);
  const query = askedOf(params, ["name"], ["status", "company"]);
  const slice = keyset(table.name, table.id, query, params);
  const { status, company } = query.filters;
  const [rows, [chosen]] = await db.read(
    db
      .select({ ...columns, isLastActive })
      .from(table)
      .innerJoin(companies, eq(companies.id, table.companyId))
      .where(
        and(
          status ? sql`${table.status} = ${status}` : ne(table.status, "left"),
          company ? eq(table.companyId, company) : undefined,
          query.q ? foundBy(PLATFORM, "admin", table.id, query.q) : undefined,
          slice.where,
        ),
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    namedIn(db, companies, company),
  );
  return { ...slice.page(rows, ({ name }) => name, null), query, company: chosen ?? null };
}

async function one(db: PlatformDb, id: string) {
  const [[admin]] = await db.read(
    db
      .select({
        ...{ ...columns, isLastActive, binding: shards.binding },
        companyStatus: sql<(typeof companies.$inferSelect)["status"]>`${companies.status}`.as(
          "company_status",
        ),
        host: sql<string | null>`${domains.hostname}`.as("host_name"),
      })
      .from(table)
      .innerJoin(companies, eq(companies.id, table.companyId))
      .innerJoin(shards, eq(shards.id, companies.shardId))
      .leftJoin(domains, primaryOf)
      .where(eq(table.id, id))
      .limit(1),
  );
  return admin ?? notFound("Admin");
}

/** An Admin of a company. @throws Response 403; 404 for nobody */
export async function findAdmin(session: StaffSession, id: string) {
  const {
    binding: _,
    companyStatus: __,
    host: ___,
    ...admin
  } = await one(session.authorize(MANAGE), id);
  return admin;
}

export const suspendAdminInput = z.strictObject({
  reason: multiline("Reason", 500),
  password: ownPassword,
});
export const adminReasonInput = z.strictObject({ reason: multiline("Reason", 500) });
const nothing = z.strictObject({});

type Done = { verb: string; says: (name: string, company: string) => string };
const done: Record<AdminAct, Done> = {
  "send-link": { verb: "send_link", says: (name, company) => `${company} sends ${name} a link` },
  suspend: { verb: "suspend", says: (name, company) => `${company} suspends ${name}` },
  reactivate: { verb: "reactivate", says: (name, company) => `${company} takes ${name} back` },
  "new-factors": {
    verb: "allow_new_factors",
    says: (name, company) => `${company} allows ${name} a new second factor`,
  },
  "make-owner": { verb: "make_owner", says: (name, company) => `${name} is to own ${company}` },
};

/**
 * Asks a company's shard to do something with one of its Admins. It is asked once, before this request is answered; what it refuses then
 * stands at the Admin in the list.
 * @throws Response 403; 404; 409 for what the directory knows to be impossible, as to suspend the last active Admin
 */
async function asking(
  session: StaffSession,
  env: Env,
  { act, id, reason }: { act: AdminAct; id: string; reason: string | null },
  prove: () => Promise<void> = async () => {},
): Promise<Answer<{ id: string }>> {
  const db = session.authorize(MANAGE);
  const admin = await one(db, id);
  const { name, companyId, companyName, userId, host, binding } = admin;
  const isOwned = act === "make-owner" && admin.isOwner;
  if (isOwned || !adminStates[act].includes(admin.status)) {
    const first = await db.firstAnswer<{ id: string }>();
    if (first) return first;
    conflict(isOwned ? `${name} is the owner already` : `${name} is ${admin.status}`);
  }
  if (act === "suspend" && admin.isLastActive)
    conflict(`${name} is the last active Admin of ${companyName}. Make another Admin first.`);
  if (act === "new-factors" && !admin.isLastActive)
    conflict(`${companyName} has other Admins, who know ${name}: one of them allows it.`);
  if (!host) return conflict(`${companyName} has no host`);
  await prove();
  const { verb, says } = done[act];
  const { activity, answer } = recorded(
    "admin",
    `${verb}.admin`,
    { id: userId, name },
    says(name, companyName),
    { reason },
  );
  return db.commit({
    writes: [
      db.updating(table, eq(table.id, id), { refusal: null }),
      queued(db, {
        id: newId(),
        topic: "company.admin",
        payload: {
          ...{ companyId, binding, act, userId, name, reason, entryId: id },
          by: { id: session.actor.userId, name: session.actor.name },
          origin: originOf(env, host),
        },
      }),
    ],
    activity: { ...activity, companyId },
    answer: { ...answer, data: { id } },
  });
}

type Command = (
  session: StaffSession,
  env: Env,
  id: string,
  input: unknown,
) => Promise<Answer<{ id: string }>>;

/** A form, for who may send it. */
function sent<S extends z.ZodType>(session: StaffSession, form: S, input: unknown): z.output<S> {
  session.authorize(MANAGE);
  return checked(form, input);
}

/** What staff do with companies' Admins, each by the rules of `asking`; what locks out or lets in asks for the password again. */
export const adminCommands: Record<AdminAct, Command> = {
  "send-link": async (session, env, id, input) => {
    sent(session, nothing, input);
    return asking(session, env, { act: "send-link", id, reason: null });
  },
  suspend: async (session, env, id, input) => {
    const { reason, password } = sent(session, suspendAdminInput, input);
    return asking(session, env, { act: "suspend", id, reason }, () =>
      provePassword(session, password, "password"),
    );
  },
  "new-factors": async (session, env, id, input) => {
    const { reason, password } = sent(session, suspendAdminInput, input);
    return asking(session, env, { act: "new-factors", id, reason }, () =>
      provePassword(session, password, "password"),
    );
  },
  reactivate: async (session, env, id, input) => {
    const { reason } = sent(session, adminReasonInput, input);
    return asking(session, env, { act: "reactivate", id, reason });
  },
  "make-owner": async (session, env, id, input) => {
    const { reason } = sent(session, adminReasonInput, input);
    return asking(session, env, { act: "make-owner", id, reason });
  },
};
