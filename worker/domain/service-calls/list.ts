import { and, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { callClocks, currentClock } from "#app/shared/call-clocks.ts";
import { callSources, causes, holdReasons } from "#app/shared/call-words.ts";
import { addDays, startOfDay } from "#app/shared/company-time.ts";
import type { Offer } from "#app/shared/flows/rules.ts";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { pick } from "#app/shared/pick.ts";
import { breakdowns, counters, teamMembers } from "#drizzle/tenant/index.ts";
import { departments } from "#drizzle/tenant/masters.ts";
import { rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { type Asker, type Documents, listDocuments } from "../lists/documents.ts";
import { namedBy } from "../lists/more-columns.ts";
import { calendarOf } from "./clocks.ts";
import { countedFilters, countedRecords } from "./counted-filters.ts";
import { callCounter } from "./counts.ts";
import { isOpen } from "./figures.ts";
import { lateAt } from "./late.ts";

type Status = (typeof breakdowns.status.enumValues)[number];
const is = (status: Status) => eq(breakdowns.status, status);
const openOnes = workedOn.map(is);

/** An asset's code and name as one value: one row is read for both. */
const device: SQL =
  sql.raw(`(select "assets"."asset_code" || char(10) || "assets"."name" from "assets"
  where "assets"."company_id" = "breakdowns"."company_id" and "assets"."id" = "breakdowns"."asset_id")`);
/** Who has the call: the person, else the team. */
const assignee: SQL =
  sql.raw(`coalesce((select "users"."name" from "users" where "users"."company_id" = "breakdowns"."company_id" and "users"."id" = "breakdowns"."assigned_user_id"),
  (select "teams"."name" from "teams" where "teams"."company_id" = "breakdowns"."company_id" and "teams"."id" = "breakdowns"."assigned_team_id"))`);
const inCover = (name: string) => sql.raw(`("breakdowns"."cover_snapshot" ->> '${name}')`);

const columns = {
  ...pick(breakdowns, [
    "id",
    "version",
    "number",
    "status",
    "problem",
    "priority",
    "equipmentDown",
  ]),
  ...pick(breakdowns, ["reportedAt", "reportedByName", "reporterUserId", "source", "isRepeat"]),
  ...pick(breakdowns, ["slaRespondBy", "slaResolveBy", "slaPausedMs", "heldAt", "holdReason"]),
  ...pick(breakdowns, ["firstResponseAt", "resolvedAt", "closedAt", "rating", "reopenCount"]),
  ...pick(breakdowns, ["assetId", "causeCode", "clockBy", "wakeAt"]),
  device: sql<string>`${device}`.as("device"),
  location: namedBy(departments, departments.name, breakdowns.departmentId),
  assignee: sql<string | null>`${assignee}`.as("assignee"),
  coverKind: sql<string | null>`${inCover("kind")}`.as("cover_kind"),
  vendorName: sql<string | null>`${inCover("vendorName")}`.as("cover_vendor"),
};

/** The teams of the person who asks; found by a table of few rows. */
const myTeams = ({ db, session }: Asker) =>
  sql`${breakdowns.assignedTeamId} in (select ${teamMembers.teamId} from ${teamMembers} where ${db.ofOwner(teamMembers, eq(teamMembers.userId, session.actor.userId))})`;
/** How many calls the person's teams have, by their counters; a limited person is not told. */
const ofMyTeams = ({ db, session }: Asker) =>
  db.scope
    ? sql`null`
    : sql`select coalesce(sum("of"."value"), 0) from ${teamMembers} as "mine"
        join ${counters} as "of" on "of"."company_id" = "mine"."company_id" and "of"."id" = ${callCounter.team("")} || "mine"."team_id"
        where "mine"."company_id" = ${db.companyId} and "mine"."user_id" = ${session.actor.userId}`;
const oneOf = <T extends string>(words: readonly { value: T }[], value: string): value is T =>
  words.some((word) => word.value === value);
const never = sql`0`;

/** Service calls: those that are open by the time that is left, others newest first. */
export const callList = {
  table: breakdowns,
  permission: "view-breakdown",
  title: breakdowns.number,
  search: "breakdown",
  columns,
  tabs: {
    open: {
      label: "Open",
      each: () => openOnes,
      counters: () => [callCounter.open],
      sort: "clock",
    },
    new: { label: "New", each: () => [is("new")], counters: () => [callCounter.status("new")] },
    mine: {
      label: "Mine",
      each: ({ session }) => [
        and(rare(eq(breakdowns.assignedUserId, session.actor.userId)), isOpen)!,
      ],
      counters: ({ session }) => [callCounter.user(session.actor.userId)],
    },
    teams: {
      label: "My teams",
      each: (asker) => [and(rare(myTeams(asker)), isOpen)!],
      look: ofMyTeams,
    },
    hold: {
      label: "On hold",
      each: () => [is("on_hold")],
      counters: () => [callCounter.status("on_hold")],
    },
    resolved: {
      label: "Resolved",
      each: () => [is("resolved")],
      counters: () => [callCounter.status("resolved")],
    },
    all: { label: "All", counters: () => [callCounter.total] },
  },
  filters: {
    state: (value) =>
      breakdowns.status.enumValues.some((one) => one === value) ? is(value as Status) : undefined,
    priority: (value) => eq(breakdowns.priority, value as "low"),
    down: (value) => eq(breakdowns.equipmentDown, value === "yes"),
    location: (id) => eq(breakdowns.departmentId, id),
    vendor: (id) => eq(breakdowns.vendorId, id),
    asset: (id) => ({ lead: rare(eq(breakdowns.assetId, id)) }),
    contract: (id) => ({ lead: rare(eq(breakdowns.contractId, id)) }),
    hold: (value) => (oneOf(holdReasons, value) ? eq(breakdowns.holdReason, value) : never),
    source: (value) => (oneOf(callSources, value) ? eq(breakdowns.source, value) : never),
    cause: (value) => (oneOf(causes, value) ? eq(breakdowns.causeCode, value) : never),
    late: (value, { now }) => (value === "yes" ? lateAt(now) : sql`${lateAt(now)} is not true`),
    repeat: (value) => eq(breakdowns.isRepeat, value === "yes"),
    unassigned: () => and(isNull(breakdowns.assignedUserId), isNull(breakdowns.assignedTeamId)),
    from: (value, { session }) =>
      isDay(value)
        ? gte(breakdowns.reportedAt, startOfDay(value, session.company.timeZone))
        : undefined,
    to: (value, { session }) =>
      isDay(value)
        ? lt(breakdowns.reportedAt, startOfDay(addDays(value, 1), session.company.timeZone))
        : undefined,
    ...countedFilters,
  },
  records: { location: breakdowns.departmentId, vendor: breakdowns.vendorId, ...countedRecords },
  sorts: {
    clock: { column: breakdowns.clockBy, each: { open: [isOpen] } },
    priority: { column: breakdowns.priority },
    status: { column: breakdowns.status },
  },
  sums: ({ now }) => ({
    all: sql`1`,
    // An open call has an end of its clock; a list of states would be read anew for each row.
    down: sql`${breakdowns.equipmentDown} = 1 and ${breakdowns.clockBy} is not null`,
    unassigned: sql`${breakdowns.assignedUserId} is null and ${breakdowns.assignedTeamId} is null and ${breakdowns.clockBy} is not null`,
    late: lateAt(now),
  }),
} as const satisfies Documents;

export type ReadCall = Awaited<
  ReturnType<typeof listDocuments<typeof columns, string>>
>["rows"][number];

/** A row as people see it: its device, and the clock that counts. */
export function shownCall(session: Session, now: number) {
  const calendar = calendarOf(session.company);
  return <R extends ReadCall>(row: R) => {
    const [assetCode = "", assetName = ""] = row.device.split("\n");
    const { device: _, clockBy: _by, ...call } = row;
    return {
      ...call,
      assetCode,
      assetName,
      clock: currentClock(callClocks(row, calendar, now)),
    };
  };
}
export type ShownCall = ReturnType<ReturnType<typeof shownCall>>;
/** With what may be done with it. */
export type CallRow = ShownCall & { moves: readonly Offer[] };

/** One page of service calls. @throws Response 403 */
export async function listCalls(session: Session, params: URLSearchParams) {
  const now = Date.now();
  const list = await listDocuments(session, callList as Documents<typeof columns>, params);
  return { ...list, rows: list.rows.map(shownCall(session, now)), now };
}
