import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type CompanyEnding, companyEndings } from "#app/shared/company-endings.ts";
import { purgeDay } from "#app/shared/company-standing.ts";
import type { Choice } from "#app/shared/list.ts";
import { pick } from "#app/shared/pick.ts";
import { newId } from "#drizzle/columns.ts";
import {
  companyClosings,
  companyWords,
  domains,
  isLive,
  plans as planTable,
  shards,
  subscriptions,
  companies as table,
} from "#drizzle/control/index.ts";
import type { Answer } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { AnySession, StaffSession } from "../../session.ts";
import { apexHosts, forgetHost } from "../../tenancy/hosts.ts";
import { plansToGive } from "../billing/extending.ts";
import type { Limits } from "../billing/limits.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked, multiline } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import { wordsOf } from "../search/terms.ts";
import { changeHost } from "./change-host.ts";
import { companyFields, newCompany } from "./company-input.ts";
import { endingSoon } from "./endings.ts";
import { founding, openShards } from "./founding.ts";
import { mappedQuery, remapping } from "./mapped.ts";
import { askClosing, confirmClosing, withdrawClosing } from "./staff-closing.ts";
import { companiesWaiting, waitingOf, waitsFor } from "./waiting-closings.ts";

/** Suspending and reactivating say why. */
export const reasoned = z.strictObject({ reason: multiline("Reason", 500) });

const staffDb = (session: AnySession) => (session as StaffSession).authorize("manage-company");
/** A search looks at so many companies at most. */
const MOST_FOUND = 26;

/** Companies with a word, in their name or host, that begins as each word of the search does. */
export function companiesNamed(q: string): SQL {
  const words = wordsOf(q.toLowerCase());
  if (!words.length) return sql`${table.id} = ''`;
  const begins = (alias: string, word: string) => {
    const column = sql.raw(`${alias}."word"`);
    return sql`${column} >= ${word} and ${column} < ${`${word}\u{10ffff}`}`;
  };
  const [first = "", ...others] = words;
  const also = others.map(
    (word) =>
      sql` and exists (select 1 from ${companyWords} as other where other."company_id" = one."company_id" and ${begins("other", word)})`,
  );
  return sql`${table.id} in (select one."company_id" from ${companyWords} as one where ${begins("one", first)}${sql.join(also)} limit ${sql.raw(String(MOST_FOUND))})`;
}

/** Companies whose subscription ends soon: so many at most, those that end first. */
const MOST_ENDING = 1_000;
const endsSoon = (which: CompanyEnding): SQL =>
  sql`${table.id} in (select "company_id" from ${subscriptions} where ${endingSoon(which)} order by "current_period_end" limit ${sql.raw(String(MOST_ENDING))})`;

/** The host of a company, as the condition of a join. */
export const primaryOf = and(eq(domains.companyId, table.id), sql`${domains.isPrimary} = 1`);

const companyFilters = ["status", "ends", "waiting", "plan", "country", "shard"];

/** Plans and shards are few: a list of companies reads their names once, not for each of its rows. */
const namesOf = (db: PlatformDb, of: typeof planTable | typeof shards) =>
  db
    .select({
      value: sql<string>`${of.id}`.as("value"),
      label: sql<string>`${of.name}`.as("label"),
    })
    .from(of)
    .orderBy(asc(of.name));

/** What a company may use at most; null for what is not limited. */
const mostOf = (limits: Limits | null) => ({
  mostAssets: limits?.max_assets ?? null,
  mostUsers: limits?.max_users ?? null,
  mostStorageMb: limits?.max_storage_mb ?? null,
});

/** The customers of the platform. */
export const companies = {
  input: companyFields,
  table,

  /** With the plans that staff can give them, and what they are filtered by. One round trip. */
  async list(session: AnySession, params: URLSearchParams) {
    const db = staffDb(session);
    const query = askedOf(params, ["name", "created"], companyFilters);
    const column = query.sort === "created" ? table.id : table.name;
    const slice = keyset(column, table.id, query, params);
    const { status, ends, waiting, plan, country, shard } = query.filters;
    const [rows, plans, everyPlan, everyShard] = await db.read(
      db
        .select({
          id: sql<string>`${table.id}`.as("company_id"),
          name: sql<string>`${table.name}`.as("company_name"),
          host: sql<string | null>`${domains.hostname}`.as("host"),
          serviceType: table.serviceType,
          status: sql<(typeof table.$inferSelect)["status"]>`${table.status}`.as("company_status"),
          suspendedReason: table.suspendedReason,
          createdAt: sql<number>`${table.createdAt}`.as("company_created_at"),
          ...pick(table, ["planId", "shardId", "country", "closedAt", "timeZone"]),
          ...pick(table, ["assetCount", "userCount", "storageBytes", "lastActiveAt"]),
          endsOn: subscriptions.currentPeriodEnd,
          limits: subscriptions.limits,
          ...waitingOf,
        })
        .from(table)
        .leftJoin(domains, primaryOf)
        .leftJoin(
          subscriptions,
          and(eq(subscriptions.companyId, table.id), isLive(subscriptions.status)),
        )
        .leftJoin(companyClosings, waitsFor(table.id))
        .where(
          and(
            waiting ? sql`${table.id} in ${companiesWaiting(waiting)}` : undefined,
            status ? sql`${table.status} = ${status}` : undefined,
            plan ? eq(table.planId, plan) : undefined,
            country ? eq(table.country, country) : undefined,
            shard ? eq(table.shardId, shard) : undefined,
            ends && entryOf(companyEndings, ends) ? endsSoon(ends as CompanyEnding) : undefined,
            query.q ? companiesNamed(query.q) : undefined,
            slice.where,
          ),
        )
        .orderBy(...slice.orderBy)
        .limit(slice.limit),
      plansToGive(db),
      namesOf(db, planTable),
      namesOf(db, shards),
    );
    const nameIn = (names: readonly Choice[], id: string | null) =>
      names.find(({ value }) => value === id)?.label ?? null;
    const shown = rows.map(({ timeZone, limits, ...row }) => ({
      ...row,
      plan: nameIn(everyPlan, row.planId),
      shard: nameIn(everyShard, row.shardId),
      ...mostOf(limits),
      /** The day on which the data of a closed one is removed. */
      purgeOn: row.closedAt === null ? null : purgeDay(row.closedAt, timeZone),
    }));
    const page = slice.page(shown, (row) => (column === table.id ? row.id : row.name), null);
    return { ...page, query, plans, every: { plans: everyPlan, shards: everyShard } };
  },

  async find(session: AnySession, id: string) {
    return (await staffDb(session).find(table, id)) ?? notFound("company");
  },

  /** Shards that take new companies, the least filled first. */
  async openShards(session: AnySession) {
    const db = staffDb(session);
    const [rows] = await db.read(openShards(db));
    return rows;
  },

  /** Decides a company and its first Admin here, then gives it its first rows in its shard. */
  async create(
    session: AnySession,
    env: Env,
    input: unknown,
  ): Promise<Answer<{ id: string; host: string }>> {
    const db = staffDb(session);
    const { adminName, adminEmail, shardId, ...values } = checked(newCompany, input);
    const host = `${values.slug}.${apexHosts(env)[0]}`;
    const [open, taken] = await db.read(
      openShards(db),
      db
        .select({ hostname: domains.hostname })
        .from(domains)
        .where(eq(domains.hostname, host))
        .limit(1),
    );
    if (taken.length && !(await db.firstAnswer()))
      invalid({ slug: ["Short name is already used"] });
    const shard = shardId ? open.find((one) => one.id === shardId) : open[0];
    if (!shard)
      return invalid({
        shardId: [shardId ? "This shard takes no new companies" : "No shard takes new companies"],
      });
    const [id, adminId] = [newId(), newId()];
    const answer = await db.commit({
      writes: founding(db, session.origin, {
        ...{ id, host, shard, values, trial: null },
        admin: { id: adminId, name: adminName, email: adminEmail, passwordHash: null },
        by: { id: session.actor.userId, name: session.actor.name },
      }),
      activity: {
        action: "create.company",
        kind: "company",
        id,
        label: values.name,
        changes: changesBetween({}, values),
      },
      answer: {
        status: 201,
        message: `Company added. ${adminEmail} gets an invitation.`,
        data: { id, host },
      },
    });
    forgetHost(host);
    return answer;
  },

  changeHost,
  close: (session: AnySession, id: string, input: unknown) =>
    askClosing(session, "close", id, input),
  reopen: (session: AnySession, id: string, input: unknown) =>
    askClosing(session, "reopen", id, input),
  confirm: confirmClosing,
  withdraw: withdrawClosing,
  suspend: (session: AnySession, id: string, input: unknown) =>
    setStatus(session, id, "suspended", input),
  reactivate: (session: AnySession, id: string, input: unknown) =>
    setStatus(session, id, "active", input),
};

async function setStatus(
  session: AnySession,
  id: string,
  status: "active" | "suspended",
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = staffDb(session);
  const { reason } = checked(reasoned, input);
  const [found] = await db.read(mappedQuery(db, id));
  const before = found[0] ?? notFound("company");
  const from = status === "suspended" ? ["trial", "active", "grace"] : ["suspended"];
  const repeated = from.includes(before.status) ? null : await db.firstAnswer<{ id: string }>();
  if (repeated) return repeated;
  if (!from.includes(before.status)) conflict(`This company is ${before.status.replace("_", " ")}`);
  const by = { id: session.actor.userId, name: session.actor.name };
  const action = status === "suspended" ? "suspend.company" : "reactivate.company";
  const changes = [{ field: "status", from: before.status, to: status }];
  const suspendedReason = status === "suspended" ? reason : null;
  const answer = await db.commit({
    writes: remapping(db, before, by, { status }, { action, changes, reason }, { suspendedReason }),
    ...recorded(
      "company",
      action,
      { id, name: before.name },
      status === "suspended" ? "Company suspended" : "Company reactivated",
      { changes, reason },
    ),
  });
  if (before.host) forgetHost(before.host);
  return answer;
}
