import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { dueKinds, standingOf } from "#app/shared/due-standing.ts";
import { occurrenceRules } from "#app/shared/flows/occurrences.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import { occurrenceEvents, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import { rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { type Documents, listDocuments } from "../lists/documents.ts";
import { dueFilters, dueRecords, isOpenDue } from "./due-filters.ts";
import { occurrenceFlow } from "./occurrences.ts";

/** What is known of the device, as one value: one row is read for all. */
const device =
  sql.raw(`(select json_array("assets"."asset_code", "assets"."name", "departments"."name") from "assets"
  left join "departments" on "departments"."company_id" = "assets"."company_id" and "departments"."id" = "assets"."department_id"
  where "assets"."company_id" = "due_occurrences"."company_id" and "assets"."id" = "due_occurrences"."asset_id")`);
const hold =
  sql.raw(`(select iif("schedules"."hold_until" is null, null, json_array("schedules"."hold_from", "schedules"."hold_until")) from "schedules"
  where "schedules"."company_id" = "due_occurrences"."company_id" and "schedules"."id" = "due_occurrences"."schedule_id")`);
const assignee =
  sql.raw(`coalesce((select "users"."name" from "users" where "users"."company_id" = "due_occurrences"."company_id" and "users"."id" = "due_occurrences"."assigned_user_id"),
  (select "teams"."name" from "teams" where "teams"."company_id" = "due_occurrences"."company_id" and "teams"."id" = "due_occurrences"."assigned_team_id"))`);

const columns = {
  ...pick(table, ["id", "version", "status", "kind", "dueOn", "planOn", "opensOn", "closesOn"]),
  ...pick(table, ["deferrals", "doneOn", "assetId", "assignedUserId", "assignedTeamId"]),
  device: sql<string | null>`${device}`.as("device"),
  hold: sql<string | null>`${hold}`.as("hold"),
  assignee: sql<string | null>`${assignee}`.as("assignee"),
};

/** Planned services by the day they are planned for: the open ones, the longest overdue first. */
export const occurrenceList = {
  table,
  permission: "view-asset",
  title: table.dueOn,
  columns,
  tabs: {
    open: { label: "Open", each: () => [isOpenDue], sort: "plan" },
    all: { label: "All", each: () => [ne(table.status, "cancelled")] },
  },
  filters: dueFilters,
  records: dueRecords,
  sorts: { plan: { column: table.planOn, each: { open: [isOpenDue] } } },
} as const satisfies Documents<typeof columns>;

const MOST_DAYS = 45;
const daysOf = (params: URLSearchParams) => {
  const [from, to] = ["from", "to"].map((name) => {
    const on = params.get(name) ?? "";
    return isDay(on) ? on : null;
  });
  return { from, to };
};

/** The list of an address: the index of days begins at those it asks for. */
function listOf(params: URLSearchParams): Documents<typeof columns> {
  const { from, to } = daysOf(params);
  const range = and(
    from ? sql`${table.planOn} >= ${from}` : undefined,
    to ? sql`${table.planOn} <= ${to}` : undefined,
  );
  const isShort = from && to && (Date.parse(to) - Date.parse(from)) / 86_400_000 <= MOST_DAYS;
  const all: Record<string, SQL[]> = isShort
    ? { all: [and(ne(table.status, "cancelled"), range)!] }
    : {};
  return {
    ...occurrenceList,
    tabs: {
      ...occurrenceList.tabs,
      all: { ...occurrenceList.tabs.all, ...(isShort ? { sort: "plan" } : {}) },
    },
    sorts: { plan: { column: table.planOn, each: { open: [and(isOpenDue, range)!], ...all } } },
  };
}

type Read = Awaited<ReturnType<typeof listDocuments<typeof columns, string>>>["rows"][number];
/** A planned service as lists show it. */
export type ShownDue = ReturnType<ReturnType<typeof shownDue>>;

/** A planned service of a list as people read it, with the moves the person may make of it. */
export function shownDue(session: Session, today: string) {
  const mover = occurrenceFlow.moverOf(session);
  return ({ device, hold, ...row }: Read) => {
    const [code = "", name = "", location = ""] = JSON.parse(device ?? "[]") as string[];
    const [holdFrom = null, holdUntil = null] = JSON.parse(hold ?? "[]") as string[];
    const planOn = row.planOn ?? row.dueOn;
    return {
      ...row,
      ...{ planOn, code, name, location },
      title: `${dueKinds[row.kind]} ${name}`,
      standing: standingOf({ ...row, planOn, holdFrom, holdUntil }, today),
      moves: movesOf(occurrenceRules, row, mover).filter(({ move }) => occurrenceFlow.isMove(move)),
    };
  };
}

/** A page of planned services. @throws Response 403 */
export async function listOccurrences(session: Session, params: URLSearchParams, today: string) {
  const { rows, ...list } = await listDocuments(session, listOf(params), params);
  return { ...list, rows: rows.map(shownDue(session, today)) };
}

const MOST_EVENTS = 100;

/** A planned service with what happened to it and what the person may do with it. @throws Response 403, 404 */
export async function findOccurrence(session: Session, id: string) {
  const db = session.authorize("view-asset");
  const [[found], events] = await db.read(
    db.byId(table, id),
    db
      .select()
      .from(occurrenceEvents)
      .where(db.ofOwner(occurrenceEvents, rare(eq(occurrenceEvents.occurrenceId, id))))
      .orderBy(occurrenceEvents.id)
      .limit(MOST_EVENTS),
  );
  const row = found ?? notFound("planned service");
  return { ...row, events, moves: occurrenceFlow.movesOf(session, row) };
}
