import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { z } from "zod";
import { addDays, startOfDay } from "#app/shared/company-time.ts";
import type { ListQuery, ListResult } from "#app/shared/list.ts";
import { FAILED, failedLogins, type LoginResult } from "#app/shared/login-words.ts";
import { idFrom } from "#drizzle/columns.ts";
import { companies, platformActivityLog, shards, staffLoginLog } from "#drizzle/control/index.ts";
import { loginLog } from "#drizzle/tenant/people.ts";
import { deviceOf } from "../../auth/device.ts";
import type { Answer, Db } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { invalid } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { openLoginLog } from "../../tenancy/shard-door.ts";
import { daysOf, isAsked } from "../activity/rows.ts";
import { lookBack } from "../activity/walk.ts";
import { checked, id as idField, multiline } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { askedOf } from "../lists/list-query.ts";
import { PLATFORM_ZONE } from "./settings.ts";

const MANAGE = "manage-login-logs";
/** Rows looked through for one page, where not all of them are asked for. */
const MOST = 200;
/** Of one address so many attempts are found, the newest. */
const MOST_OF_ONE = 500;
/** A look into a company's log lasts so long; then it is asked for again. */
const LOOK_MS = 60 * 60_000;
const LOOK = "look.login_log";

/** One attempt to sign in. */
export type LoginRow = {
  id: string;
  at: number;
  email: string;
  /** Who it was, where the platform knows. */
  name: string | null;
  result: LoginResult;
  ip: string | null;
  country: string | null;
  /** "Chrome on Windows". */
  client: string;
  signedOutAt: number | null;
};
type LoginList = ListResult<LoginRow> & {
  lookedBackTo: number | null;
  /** The company whose log is asked for; null for the platform's own. */
  company: { id: string; name: string; isOpen: boolean } | null;
};

type Log = typeof loginLog | typeof staffLoginLog;
type Found = Omit<LoginRow, "client"> & { userAgent: string | null };
type LogDb = Pick<Db, "select" | "read" | "ofOwner">;

const isAddress = (q: string) => /^\S+@\S+\.\S+$/.test(q);

/** The newest attempts with an address, found by it. */
function ofAddress(db: LogDb, log: Log, { q, filters }: ListQuery): SQL {
  const { from = "", to = "" } = filters;
  const within = and(
    eq(log.emailTried, q),
    isAsked(from) ? sql`${log.at} >= ${startOfDay(from, PLATFORM_ZONE)}` : undefined,
    isAsked(to) ? sql`${log.at} < ${startOfDay(addDays(to, 1), PLATFORM_ZONE)}` : undefined,
  );
  return sql`${log.id} in (select ${log.id} from ${log} where ${db.ofOwner(log, within)} order by ${log.at} desc limit ${sql.raw(String(MOST_OF_ONE))})`;
}

const fits = (asked: string, result: LoginResult) =>
  asked === FAILED ? failedLogins.includes(result) : asked === result;

/** A page of a log of sign-ins, newest first. */
async function page(db: LogDb, log: Log, query: ListQuery, params: URLSearchParams) {
  const look = lookBack(params, log.id, query.size);
  const { q, filters } = query;
  const isOne = isAddress(q);
  const words = isOne ? "" : q.toLowerCase();
  const isSifted = words !== "" || filters.result !== undefined;
  const limit = isSifted ? MOST : query.size + 1;
  const name =
    log === staffLoginLog
      ? sql<string | null>`(select "staff"."name" from "staff" where "staff"."id" = ${log.userId})`
      : sql<string | null>`null`;
  const [found] = await db.read(
    db
      .select({
        ...{ id: log.id, at: log.at, email: log.emailTried, name: name.as("name") },
        ...{ result: sql<LoginResult>`${log.result}`.as("result"), ip: log.ip },
        ...{ country: log.country, userAgent: log.userAgent, signedOutAt: log.signedOutAt },
      })
      .from(log as typeof staffLoginLog)
      .where(
        db.ofOwner(
          log,
          and(isOne ? ofAddress(db, log, query) : daysOf(log.id, query, PLATFORM_ZONE), look.where),
        ),
      )
      .orderBy(look.order === "asc" ? asc(log.id) : desc(log.id))
      .limit(limit) as unknown as RunnableQuery<Found[], "sqlite">,
  );
  const { rows, ...more } = look.page(
    found,
    limit,
    ({ email, result }) =>
      email.toLowerCase().includes(words) && (!filters.result || fits(filters.result, result)),
  );
  return {
    ...more,
    rows: rows.map(({ userAgent, ...row }) => ({ ...row, client: deviceOf(userAgent) })),
  };
}

/** A company, its shard, and whether this person has just opened its log. */
async function opened(db: PlatformDb, session: StaffSession, companyId: string) {
  const look = and(
    eq(platformActivityLog.entityId, companyId),
    gt(platformActivityLog.id, idFrom(Date.now() - LOOK_MS)),
    eq(platformActivityLog.action, LOOK),
    eq(platformActivityLog.actorId, session.actor.userId),
  )!;
  const [[company]] = await db.read(
    db
      .select({
        name: sql<string>`${companies.name}`.as("company_name"),
        binding: shards.binding,
        isOpen: sql<number>`${db.exists(platformActivityLog, look)}`.mapWith(Boolean).as("is_open"),
      })
      .from(companies)
      .innerJoin(shards, eq(shards.id, companies.shardId))
      .where(eq(companies.id, companyId))
      .limit(1),
  );
  return company ?? null;
}

const filterKeys = ["result", "from", "to", "company"] as const;
const nothing = {
  rows: [],
  page: { from: 0, to: 0, total: 0, capped: false, next: null, previous: null },
  lookedBackTo: null,
};

/**
 * A page of the platform's own sign-ins or, for a company whose log the person has opened, of that company's. What is not opened is not
 * read. Two round trips at most.
 */
export async function listLogins(
  session: StaffSession,
  env: Env,
  params: URLSearchParams,
): Promise<LoginList> {
  const db = session.authorize(MANAGE);
  const query = askedOf(params, ["at"], filterKeys, "desc");
  const { company: companyId } = query.filters;
  if (!companyId)
    return { ...(await page(db, staffLoginLog, query, params)), query, company: null };
  const found = await opened(db, session, companyId);
  const company = found && { id: companyId, name: found.name, isOpen: found.isOpen };
  if (!found?.isOpen) return { ...nothing, query, company };
  const door = openLoginLog(env, found.binding, companyId, db.stamp);
  return { ...(await page(door, loginLog, query, params)), query, company };
}

export const lookInput = z.strictObject({
  companyId: idField("Choose a company"),
  reason: multiline("Reason", 500),
});

/**
 * Opens a company's log of sign-ins to this person for an hour; the company's own log says first who looks and why, then the platform's.
 * @throws Response 403; 422 for no company
 */
export async function lookIntoLogins(
  session: StaffSession,
  env: Env,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize(MANAGE);
  const { companyId: id, reason } = checked(lookInput, input);
  const company = await opened(db, session, id);
  if (!company) return invalid({ companyId: ["This company was not found"] });
  const entry = recorded(
    "company",
    LOOK,
    { id, name: company.name },
    `The sign-ins of ${company.name} are open to you for an hour`,
    { reason },
  );
  await openLoginLog(env, company.binding, id, db.stamp).commit({ ...entry, writes: [] });
  return db.commit({ ...entry, writes: [], activity: { ...entry.activity, companyId: id } });
}
