import type { Seeded } from "./assets.ts";
import { addDays, addMonths, dayOf, daysBetween, instantOf } from "./calendar.ts";
import type { Filling } from "./context.ts";
import type { Random } from "./random.ts";

/** One piece of work that gets a report. */
export type Job = {
  kind: "pm" | "other";
  seeded: Seeded;
  day: string;
  at: number;
  conditionAfter: "working" | "working_limited" | "not_working" | null;
};

const YEARS = 3;
const PM_SHARE = 0.62;
type Planned = Omit<Job, "at">;

/** Past PM dates of a device, newest first, counted back from its next one. */
function pmDays({ asset, type }: Seeded, first: string, today: string): string[] {
  const days: string[] = [];
  const start = asset.putToUseOn && asset.putToUseOn > first ? asset.putToUseOn : first;
  for (let back = 1; asset.nextPmOn && asset.putToUseOn; back++) {
    const day = addMonths(asset.nextPmOn, -back * type.pmMonths);
    if (day <= start) break;
    if (day <= today) days.push(day);
  }
  return days;
}

function plannedPm(
  random: Random,
  list: readonly Seeded[],
  count: number,
  first: string,
  today: string,
): Planned[] {
  const series = random
    .shuffled(list)
    .map((seeded) => ({ seeded, days: pmDays(seeded, first, today) }));
  const wanted: Planned[] = [];
  const pm = (seeded: Seeded, day: string): Planned => ({
    kind: "pm",
    seeded,
    day,
    conditionAfter: null,
  });
  const latest = series.filter(({ days }) => days.length).slice(0, Math.ceil(count * 0.72));
  wanted.push(...latest.map(({ seeded, days }) => pm(seeded, days[0]!)));
  const older = latest.flatMap(({ seeded, days }) => days.slice(1).map((day) => pm(seeded, day)));
  return [...wanted, ...random.shuffled(older)].slice(0, count);
}

function plannedRepairs(
  random: Random,
  list: readonly Seeded[],
  count: number,
  first: string,
  today: string,
): Planned[] {
  const used = list.filter(
    ({ asset }) => asset.putToUseOn && asset.putToUseOn < addDays(today, -40),
  );
  const waiting = used.filter(({ asset }) => asset.condition !== "working");
  const open = waiting.map(
    (seeded): Planned => ({
      kind: "other",
      seeded,
      day: addDays(today, -random.int(1, 45)),
      conditionAfter: seeded.asset.condition,
    }),
  );
  const working = used.filter(({ asset }) => asset.condition === "working");
  const done = Array.from({ length: Math.max(0, count - open.length) }, (): Planned => {
    const seeded = random.pick(working);
    const from = seeded.asset.putToUseOn! > first ? seeded.asset.putToUseOn! : first;
    const age = Math.floor(random.next() ** 1.6 * (daysBetween(from, today) - 2));
    return { kind: "other", seeded, day: addDays(today, -1 - age), conditionAfter: "working" };
  });
  return [...open, ...done].slice(0, count);
}

/** Three years of work on these devices, oldest first; no two jobs share a second. */
export function planJobs({ random, now }: Filling, list: readonly Seeded[], count: number): Job[] {
  const today = dayOf(now);
  const first = addDays(today, -YEARS * 365 + 10);
  const pm = plannedPm(random, list, Math.round(count * PM_SHARE), first, today);
  const repairs = plannedRepairs(random, list, count - pm.length, first, today);
  const taken = new Set<number>();
  const jobs = [...pm, ...repairs].map((planned): Job => {
    const day = planned.day === today ? addDays(today, -1) : planned.day;
    let at = instantOf(day, random.int(8, 17), random.int(0, 59), random.int(0, 58));
    while (taken.has(at)) at += 1000;
    taken.add(at);
    return { ...planned, day, at };
  });
  return jobs.sort((a, b) => a.at - b.at);
}
