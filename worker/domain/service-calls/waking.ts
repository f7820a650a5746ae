import { and, asc, eq, sql } from "drizzle-orm";
import { timeText } from "#app/shared/dates.ts";
import { assets, breakdownEvents, breakdowns, teams, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { activeAdmin } from "../../db/predicates.ts";
import { isRefusal } from "../../refusals.ts";
import { type Notice, notifying } from "../notifications/notify.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { callNotice } from "./call-notice.ts";
import { type ClockCompany, calendarOf, followingOf } from "./clocks.ts";
import { recounted } from "./counts.ts";
import { stageWords, toldOf } from "./escalation-words.ts";
import { type StageName, stages, stagesAhead } from "./escalations.ts";

const AT_ONCE = 25;
const MOST_ADMINS = 50;

type Call = Row<typeof breakdowns>;
type Due = { call: Call; leader: string | null; device: string };
type Waking = { db: CompanyDb; company: ClockCompany; origin: string; at: number };

/** Where a part of the work stopped: what is due behind it comes next. */
const placeOf = (from: string) => {
  const [wakeAt = "", id = ""] = from.split(" ");
  return sql`(${breakdowns.wakeAt}, ${breakdowns.id}) > (${Number(wakeAt)}, ${id})`;
};

/** Some of the calls that the clock has something to do with, and the Admins. */
async function dueCalls({ db, at }: Waking, from: string) {
  const leader = sql<
    string | null
  >`(select "team"."leader_user_id" from ${teams} as "team" where "team"."company_id" = ${db.companyId} and "team"."id" = ${breakdowns.assignedTeamId})`;
  const device = sql<string>`(select "device"."asset_code" || ' ' || "device"."name" from ${assets} as "device" where "device"."company_id" = ${db.companyId} and "device"."id" = ${breakdowns.assetId})`;
  const due = and(
    sql`${breakdowns.wakeAt} is not null and ${breakdowns.wakeAt} <= ${at}`,
    from ? placeOf(from) : undefined,
  );
  const [calls, around, admins] = await db.read(
    db
      .select()
      .from(breakdowns)
      .where(db.ofOwner(breakdowns, due))
      .orderBy(asc(breakdowns.wakeAt), asc(breakdowns.id))
      .limit(AT_ONCE),
    db
      .select({ leader: leader.as("leader"), device: device.as("device") })
      .from(breakdowns)
      .where(db.ofOwner(breakdowns, due))
      .orderBy(asc(breakdowns.wakeAt), asc(breakdowns.id))
      .limit(AT_ONCE),
    db
      .select({ id: users.id })
      .from(users)
      .where(db.ofOwner(users, activeAdmin))
      .limit(MOST_ADMINS),
  );
  return {
    due: calls.map((call, n): Due => ({ call, ...around[n]! })),
    admins: admins.map(({ id }) => id),
  };
}

/** The batch stops here unless a call is as it was read: what another run or a person has done to it meanwhile stands. */
const assertAsRead = (db: CompanyDb, { id, version, wakeAt }: Call): Statement =>
  db.assert(
    "state",
    db.exists(
      breakdowns,
      and(eq(breakdowns.id, id), eq(breakdowns.version, version), eq(breakdowns.wakeAt, wakeAt!))!,
    ),
  );

const eventOf = (db: CompanyDb, call: Call, event: Partial<Row<typeof breakdownEvents>>) =>
  db.inserting(breakdownEvents, {
    breakdownId: call.id,
    status: call.status,
    ...event,
    actorId: null,
    actorName: db.stamp.actorName,
  });

const entryOf = (call: Call, action: string, change: Activity["changes"]): Activity => ({
  action: `${action}.breakdown`,
  kind: "breakdown",
  id: call.id,
  assetId: call.assetId,
  label: call.number,
  changes: change ?? [],
});

/** Closes what has been resolved for the days after which nobody answers any more. */
function closing({ db, at }: Waking, call: Call) {
  const closed = { ...call, status: "closed" as const };
  return {
    writes: [
      db.updating(breakdowns, eq(breakdowns.id, call.id), {
        ...{ status: "closed", closedAt: at, wakeAt: null, clockBy: null },
      }),
      eventOf(db, closed, { at }),
      ...recounted(db, [call], [closed]),
    ],
    activity: entryOf(call, "close", [{ field: "status", from: call.status, to: "closed" }]),
  };
}

/** Of the stages that are reached, those that are told: the last one of each promise stands for those before it. */
const toldAmong = (reached: readonly StageName[]) =>
  reached.filter(
    (name, n) => !reached.slice(n + 1).some((later) => stages[later].of === stages[name].of),
  );

/** Tells people of what a call has reached. It is no other version of the call: nobody's form is overtaken by it. */
function escalating(
  { db, company, origin, at }: Waking,
  { call, leader, device }: Due,
  reached: readonly StageName[],
  admins: readonly string[],
) {
  const escalated = [...call.escalated, ...reached];
  const format = settingOf(company, "date_format");
  const told = toldAmong(reached).map((stage) => {
    const by = stages[stage].of === "respond" ? call.slaRespondBy : call.slaResolveBy;
    return { stage, by, text: timeText(by ?? at, company.timeZone, format) };
  });
  const notices = told.map(
    ({ stage, by, text }): Notice => ({
      ...callNotice(call),
      ...(stage.endsWith("_late") ? { severity: "critical" as const } : {}),
      key: `call.escalated:${call.id}:${stage}:${call.reopenCount}:${by}`,
      title: `${stageWords[stage].title(call.number, text)}: ${device}`.slice(0, 200),
      body: call.problem.slice(0, 300),
      userIds: toldOf(stage, { person: call.assignedUserId, leader, admins }),
    }),
  );
  return {
    writes: [
      db.updating(breakdowns, eq(breakdowns.id, call.id), {
        escalated,
        wakeAt: followingOf({ ...call, escalated }, company).wakeAt,
        version: call.version,
      }),
      ...told.map(({ stage, text }) =>
        eventOf(db, call, { kind: "escalation", note: stageWords[stage].note(text), at }),
      ),
      ...notifying(db, origin, "call.escalated", notices, at),
    ],
    activity: told.map(({ stage, text }) =>
      entryOf(call, "escalate", [
        { field: "escalated", from: null, to: stageWords[stage].note(text) },
      ]),
    ),
  };
}

/** What the clock does with a call that it has been woken for. */
function workOn(waking: Waking, due: Due, admins: readonly string[]) {
  const { db, company, at } = waking;
  const { call } = due;
  const { wakeAt } = followingOf(call, company);
  if (call.status === "resolved" && wakeAt !== null && wakeAt <= at) return closing(waking, call);
  const reached = stagesAhead(call, calendarOf(company)).filter((stage) => stage.at <= at);
  if (call.status !== "resolved" && reached.length)
    return escalating(
      waking,
      due,
      reached.map(({ name }) => name),
      admins,
    );
  return {
    writes: [
      db.updating(breakdowns, eq(breakdowns.id, call.id), { wakeAt, version: call.version }),
    ],
    activity: [],
  };
}

/**
 * Escalates or closes some of a company's calls for which it is time. A call that cannot be worked on keeps no other.
 * @returns where the next part goes on; null when nothing is left
 */
export async function wakeCalls(waking: Waking, from: string): Promise<string | null> {
  const { due, admins } = await dueCalls(waking, from);
  for (const one of due)
    try {
      const { writes, activity } = workOn(waking, one, admins);
      await waking.db.commit({
        writes: [assertAsRead(waking.db, one.call), ...writes],
        activity,
        answer: { status: 200, message: "", data: null },
      });
    } catch (error) {
      // Another run or a person was first.
      if (!isRefusal(error, 409)) console.error(`Service call ${one.call.id} was not woken`, error);
    }
  const last = due.at(-1)?.call;
  return last && due.length === AT_ONCE ? `${last.wakeAt} ${last.id}` : null;
}
