import type { DueKind } from "#app/shared/due-standing.ts";
import type { CompanyDb } from "../../../db/company-db.ts";
import type { Statement } from "../../../db/db.ts";
import { type DayWork, movingOn, placeOf } from "../day-work.ts";
import { readerRows, readersOf } from "../notify.ts";
import { sharesOf, singleIds, telling } from "../shares.ts";
import { dayOf, detailsOf, groupsOf, ownLeads } from "./rows.ts";
import { type Group, toldOf } from "./shares.ts";
import { type Sweep, sweepsOf } from "./sweeps.ts";
import { kindOf, noticesOfDay } from "./told.ts";

/** Where the reminders of planned services begin in a day's work. */
export const FIRST_DUE = "due:";
/** Single ones told of in one part; beyond it people are told how many they have. */
const MOST_SINGLE = 400;

type Reminding = DayWork & {
  leads: readonly number[];
  escalation: { leader: number; admin: number };
  dateFormat: string;
};

/** Whether a day's work has come to planned services. */
export const isAtDue = (work: DayWork) => placeOf(work)?.startsWith(FIRST_DUE) ?? false;

/**
 * Tells of one day's planned services: that they fall due, or that they are overdue for too long. A day of a sweep is one part.
 * @returns true when the day's work is done
 */
export async function remindOfDue(
  db: CompanyDb,
  origin: string,
  work: Reminding,
  now: number,
): Promise<boolean> {
  const [own] = await db.read(ownLeads(db));
  const sweeps = sweepsOf(
    work.leads,
    own.map(({ days }) => days),
    work.escalation,
    work,
  );
  const [key, on] = (placeOf(work) ?? "").slice(FIRST_DUE.length).split("@");
  const at = Math.max(
    0,
    sweeps.findIndex((sweep) => sweep.key === key),
  );
  const sweep = sweeps[at]!;
  const after = on ?? sweep.after;
  const [[found], rows, people] = await db.read(
    dayOf(db, after, sweep),
    groupsOf(db, after, sweep),
    readerRows(db, kindOf(sweep), "edit-asset"),
  );
  const day = found?.day ?? null;
  const following = sweeps[at + 1];
  const next =
    day === null ? following && `${FIRST_DUE}${following.key}` : `${FIRST_DUE}${sweep.key}@${day}`;
  const writes =
    day === null ? [] : await tellingOf(db, origin, { work, sweep, day, now }, rows, people);
  await db.read(...movingOn(db, work, next ?? null), ...writes);
  return next === undefined;
}

type Part = { work: Reminding; sweep: Sweep; day: string; now: number };
type Rows = Awaited<ReturnType<typeof groupsOf>>;
type People = Parameters<typeof readersOf>[0];

async function tellingOf(
  db: CompanyDb,
  origin: string,
  { work, sweep, day, now }: Part,
  rows: Rows,
  people: People,
): Promise<Statement[]> {
  const groups = rows.map(
    ({ ids, kind, ...row }): Group => ({
      ...row,
      kind: kind as DueKind,
      ids: JSON.parse(ids) as string[],
    }),
  );
  const readers = readersOf(people);
  const shares = sharesOf(groups, (group) => toldOf(group, readers, sweep, day));
  const all = singleIds(shares);
  const ids = all.slice(0, MOST_SINGLE);
  const known = new Set(ids);
  const told = shares.map((share) => ({
    ...share,
    isFew: share.isFew && share.ids.every((id) => known.has(id)),
  }));
  if (!told.length) return [];
  const [details] = await db.read(detailsOf(db, ids));
  const { today, dateFormat } = work;
  const lists = noticesOfDay(day, told, details, { today, dateFormat, sweep });
  return telling(db, origin, kindOf(sweep), lists, now);
}
