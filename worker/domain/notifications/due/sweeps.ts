import { addDays } from "#app/shared/company-time.ts";
import type { DayWork } from "../day-work.ts";
import { windowOf } from "../endings.ts";

/** One look at planned services: those of the days after `after`, up to `until`, to be told to whom. */
export type Sweep = {
  key: string;
  what: "coming" | "leader" | "admin";
  /** Days before, or after, the day they are planned for. */
  days: number;
  /** Of the schedules with this lead alone. */
  lead?: number;
  /** Shorter leads of schedules, each with the last day it speaks for this morning: those services are not told of here too. */
  spokenFor?: readonly { lead: number; until: string }[];
  isLifeSupport?: boolean;
  /** Days of which the team's leader is told by a sweep before, of the same morning. */
  ofLeader?: Days;
} & Days;
/** The days after one, up to another. */
type Days = { after: string; until: string };
type Escalation = { leader: number; admin: number };
type Day = Pick<DayWork, "today" | "doneOn">;

/** What became overdue by so many days since the last morning. */
function lateBy(days: number, { today, doneOn }: Day): Days {
  return { after: addDays(doneOn ?? addDays(today, -1), -days), until: addDays(today, -days) };
}

/**
 * The looks of a morning, in their order. Days that the clock missed are made up for, each once, by the shortest lead that is due.
 * @param leads days before, of the company, the earliest first
 * @param own further leads that schedules have of their own
 */
export function sweepsOf(
  leads: readonly number[],
  own: readonly number[],
  escalation: Escalation,
  day: Day,
): Sweep[] {
  const further = own.filter((days) => !leads.includes(days));
  const coming = leads.map((days, at) => ({
    key: `coming:${days}`,
    what: "coming" as const,
    days,
    spokenFor: further
      .filter((lead) => lead < days)
      .map((lead) => ({ lead, until: addDays(day.today, lead) })),
    ...windowOf(leads, at, day),
  }));
  const ofSchedules = further.map((days) => ({
    key: `own:${days}`,
    what: "coming" as const,
    days,
    lead: days,
    ...windowOf([days, ...leads.filter((lead) => lead < days)], 0, day),
  }));
  const late = (["leader", "admin"] as const).flatMap((what) => {
    const sweep = (key: string | number, days: number, isLifeSupport: boolean, leader: number) => ({
      ...{ key: `${what}:${key}`, what, days, isLifeSupport },
      ...(what === "admin" ? { ofLeader: lateBy(leader, day) } : {}),
      ...lateBy(days, day),
    });
    const days = escalation[what];
    return [sweep("at-once", 1, true, 1), sweep(days, days, false, escalation.leader)];
  });
  return [...coming, ...ofSchedules, ...late];
}
