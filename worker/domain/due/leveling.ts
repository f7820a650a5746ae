import { and, getTableColumns, inArray, not, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { addDays, dayIn, daysBetween } from "#app/shared/company-time.ts";
import { capacityOf, dayOffOn } from "#app/shared/due-load.ts";
import { mondayOf } from "#app/shared/due-weeks.ts";
import { levelLoad } from "#app/shared/level-load.ts";
import { pick } from "#app/shared/pick.ts";
import { plural } from "#app/shared/plural.ts";
import { assets, dueOccurrences, schedules } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { among, pointsTo } from "../../db/predicates.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, id, isDay } from "../entity/fields.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { deferringAll } from "./deferring.ts";
import { isHeld, isOpenDue } from "./due-filters.ts";
import { minutesADay, minutesSql, ofTeam, plannedBetween, teamQuery } from "./load.ts";

export const MOST_WEEKS = 13;
const FEW_WEEKS = 4;
/** So many planned services are looked at, and so many are moved in one batch. */
const MOST = 2000;
export const MOST_MOVES = 100;
export const REASON = "Load levelled";
/** How much the day of a service matters, by its device. */
const ranks: Record<string, number> = { life_support: 3, high: 2, medium: 1, low: 0 };

const moreColumns = {
  minutes: sql<number>`${minutesSql}`.as("takes_minutes"),
  title: sql<string>`${schedules.title}`.as("schedule_title"),
  ...pick(assets, ["assetCode", "name", "criticality"]),
};
/** Planned services with their schedules and devices, as a statement. */
const withDevices = <C extends Partial<typeof dueOccurrences._.columns>>(
  db: ReadingDb,
  columns: C,
  where: SQL | undefined,
) =>
  db
    .select({ ...columns, ...moreColumns })
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .innerJoin(assets, pointsTo(dueOccurrences.assetId, assets))
    .where(db.ofOwner(dueOccurrences, where));
const windowColumns = pick(dueOccurrences, [
  ...(["id", "assetId", "status", "planOn", "opensOn", "closesOn"] as const),
]);
const planned = (db: ReadingDb, from: string, until: string, teamId: string | null) =>
  withDevices(
    db,
    windowColumns,
    and(isOpenDue, plannedBetween(from, until), ofTeam(teamId), not(isHeld(db))),
  )
    .orderBy(dueOccurrences.planOn, dueOccurrences.id)
    .limit(MOST + 1);
const chosen = (db: ReadingDb, ids: readonly string[]) =>
  withDevices(db, getTableColumns(dueOccurrences), inArray(dueOccurrences.id, among(ids)));
type Chosen = Awaited<ReturnType<typeof chosen>>[number];

/** What of an address says which load is looked at: a first day, a number of weeks, a team. */
function askedOf(params: URLSearchParams, today: string) {
  const day = params.get("from") ?? "";
  const from = isDay(day) && day > today ? mondayOf(day) : mondayOf(today);
  const asked = Number(params.get("weeks") ?? FEW_WEEKS);
  const weeks = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), MOST_WEEKS) : FEW_WEEKS;
  return {
    ...{ from: daysBetween(today, from) > 730 ? mondayOf(today) : from, weeks },
    teamId: params.get("team") || null,
  };
}

/** The load of some weeks as it is and as it could be, with the moves between. Nothing is written. One round trip. */
export async function loadPage(session: Session, params: URLSearchParams) {
  const db: ReadingDb = session.authorize("edit-asset");
  const { company } = session;
  const today = dayIn(company.timeZone);
  const { from, weeks, teamId } = askedOf(params, today);
  const until = addDays(from, 7 * weeks - 1);
  const first = from > today ? from : today;
  const [found, [team]] = await db.read(planned(db, first, until, teamId), teamQuery(db, teamId));
  const all = found.slice(0, MOST);
  const calendar = settingOf(company, "working_calendar");
  const capacity = capacityOf(calendar, minutesADay(company, team));
  const mayMove = (one: (typeof all)[number]) => one.status === "scheduled" && one.opensOn !== null;
  const items = all.filter(mayMove).map((one) => ({
    ...{ id: one.id, on: one.planOn!, minutes: one.minutes },
    ...{ opensOn: one.opensOn!, closesOn: one.closesOn ?? one.planOn! },
    rank: ranks[one.criticality ?? ""] ?? 0,
  }));
  const fixed = all
    .filter((one) => !mayMove(one))
    .map((one) => ({ on: one.planOn!, minutes: one.minutes }));
  const { moves, ...levelled } = levelLoad(items, fixed, capacity, { today, from, until });
  const known = new Map(all.map((one) => [one.id, one]));
  return {
    ...{ from, weeks, until, today, teamId, teamName: team?.teamName ?? null },
    isPart: found.length > MOST,
    planned: all.length,
    load: levelled.weeks,
    unmet: levelled.unmet,
    fullDays: levelled.fullDays,
    moves: moves.map(({ id: occurrence, from: was, to }) => {
      const one = known.get(occurrence)!;
      return {
        ...{ id: occurrence, was, to, title: one.title, assetId: one.assetId },
        ...{ assetCode: one.assetCode, name: one.name, criticality: one.criticality },
      };
    }),
  };
}
export type LoadPage = Awaited<ReturnType<typeof loadPage>>;

const TOO_MANY = `At most ${MOST_MOVES} at once`;
const move = z.strictObject({
  id: id("Which planned service is meant?"),
  to: z.string().refine(isDay, "It is moved to a date"),
});
/** Planned services with the days they are moved to: a list, or one text of `id:day` with commas between. */
export const levelInput = z.strictObject({
  moves: z
    .union([
      z.array(move),
      z
        .string()
        .max(MOST_MOVES * 80, TOO_MANY)
        .transform((text) =>
          text.split(",").map((one) => {
            const [of = "", to = ""] = one.split(":");
            return { id: of.trim(), to: to.trim() };
          }),
        )
        .pipe(z.array(move)),
    ])
    .pipe(z.array(move).min(1, "Choose what to move").max(MOST_MOVES, TOO_MANY)),
});
type Failure = { id: string; label: string; reason: string };

/** Why a planned service cannot be moved to a day; null when it can. */
function whyNot(one: Chosen | undefined, to: string, today: string, off: string | null) {
  if (!one) return "This planned service was not found";
  if (one.status !== "scheduled") return "It was changed meanwhile";
  if (to < today) return "The day has passed";
  if (off !== null) return `Nobody works on that day: ${off}`;
  const isWithin = (one.opensOn ?? to) <= to && to <= (one.closesOn ?? to);
  return isWithin ? null : "The day is outside its window";
}

/**
 * Defers up to 100 planned services to other days of their windows, in one batch. What cannot be moved is named and left alone.
 * @throws Response 403; 409 when others keep changing them; 422
 */
export async function levelStep(
  session: Session,
  sent: unknown,
): Promise<Answer<{ changed: number; same: number; failed: Failure[] }>> {
  const db = session.authorize("edit-asset");
  const { moves } = checked(levelInput, sent);
  const wanted = new Map(moves.map(({ id: of, to }) => [of, to]));
  if (wanted.size < moves.length) invalid({ moves: ["Each planned service is moved once"] });
  const today = dayIn(session.company.timeZone);
  const calendar = settingOf(session.company, "working_calendar");
  const [rows] = await db.read(chosen(db, [...wanted.keys()]));
  const known = new Map(rows.map((row) => [row.id, row]));
  if (wanted.size === 1 && !rows.length) notFound("planned service");
  const failed: Failure[] = [];
  const given: (Chosen & { to: string })[] = [];
  let same = 0;
  for (const [of, to] of wanted) {
    const one = known.get(of);
    const isThere = one?.status === "deferred" && one.planOn === to;
    const reason = isThere ? null : whyNot(one, to, today, dayOffOn(calendar, to));
    if (isThere || (one && one.planOn === to)) same++;
    else if (!one || reason)
      failed.push({ id: of, label: one ? `${one.assetCode} ${one.name}` : "", reason: reason! });
    else given.push({ ...one, to });
  }
  const said = plural(given.length, "1 planned service moved", "{n} planned services moved");
  const answer = {
    status: 200,
    message: failed.length
      ? `${said}, ${plural(failed.length, "1 could not be", "{n} could not be")}`
      : said,
    data: { changed: given.length, same, failed },
  };
  if (!given.length) return (await db.firstAnswer<typeof answer.data>()) ?? answer;
  return db.commit({
    writes: deferringAll(
      db,
      given.map(({ to: on, ...before }) => ({ before, on })),
      REASON,
    ),
    activity: given.map((one) => ({
      ...{ action: "defer.due_occurrence", kind: "due_occurrence", id: one.id },
      ...{ assetId: one.assetId, label: `${one.title}, ${one.assetCode} ${one.name}` },
      changes: [{ field: "planOn", from: one.planOn, to: one.to }],
      reason: REASON,
    })),
    answer,
  });
}
