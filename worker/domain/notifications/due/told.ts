import { daysBetween } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import { dueDayPath, dueEntryPath } from "#app/shared/due-links.ts";
import { type DueKind, dueKinds } from "#app/shared/due-standing.ts";
import { plural } from "#app/shared/plural.ts";
import { SOON_DAYS, whenIn } from "../endings.ts";
import type { Notice } from "../notify.ts";
import { noticesOf, type Share } from "../shares.ts";
import type { Detail } from "./rows.ts";
import type { Sweep } from "./sweeps.ts";

type Telling = { today: string; dateFormat: string; sweep: Sweep };
/** The kind of notice of a sweep. */
export const kindOf = ({ what }: Sweep) =>
  what === "coming" ? ("due.coming" as const) : ("due.overdue" as const);

/** Told once for each record, day and lead; of an escalation, once for each level. */
function keyOf(sweep: Sweep, about: string) {
  const { what, days } = sweep;
  return what === "coming"
    ? { key: `due.coming:${about}:${days}`, series: `due.coming:${about}:` }
    : { key: `due.overdue:${about}:${what}` };
}

/** How a day stands: "due in 7 days", "overdue by 3 days". */
function standing(on: string, { today }: Telling): string {
  const days = daysBetween(today, on);
  if (days >= 0) return `due ${whenIn(days)}`;
  return plural(-days, "overdue by 1 day", "overdue by {n} days");
}

const severityOf = (on: string, { sweep, today }: Telling): Notice["severity"] => {
  if (sweep.what !== "coming") return sweep.isLifeSupport ? "critical" : "warning";
  return daysBetween(today, on) <= SOON_DAYS ? "warning" : "info";
};

/** The notice of one planned service to some people. */
function oneNotice(row: Detail, userIds: readonly string[], telling: Telling): Notice {
  const { dateFormat, sweep } = telling;
  const [day, until] = [row.planOn, row.closesOn].map((on) => on && dateText(on, dateFormat));
  return {
    ...keyOf(sweep, `${row.id}:${row.planOn}`),
    title:
      `${dueKinds[row.kind as DueKind]} ${standing(row.planOn, telling)}: ${row.code} ${row.name}`.slice(
        0,
        200,
      ),
    body: until
      ? `${row.title}, ${row.location}. Planned for ${day}; on time until ${until}.`
      : `${row.title}, ${row.location}. Planned for ${day}.`,
    link: dueEntryPath(row.id),
    severity: severityOf(row.planOn, telling),
    entityKind: "due_occurrence",
    entityId: row.id,
    userIds,
  };
}

/** Which part of a day's planned services a sweep looks at. */
const partOf = ({ lead, isLifeSupport }: Sweep) =>
  lead !== undefined ? ":own" : isLifeSupport ? ":life" : "";

/** One notice for all of a kind and day, to those who have as many of them. */
function manyNotice(
  day: string,
  kind: DueKind,
  n: number,
  userIds: readonly string[],
  telling: Telling,
) {
  const word = dueKinds[kind];
  const state = standing(day, telling);
  return {
    ...keyOf(telling.sweep, `${kind}:${day}${partOf(telling.sweep)}`),
    title: plural(
      n,
      `1 planned service ${state}: ${word}`,
      `{n} planned services ${state}: ${word}`,
    ),
    body: `Planned for ${dateText(day, telling.dateFormat)}.`,
    link: dueDayPath(day, kind),
    severity: severityOf(day, telling),
    entityKind: "due_occurrence",
    entityId: `${kind}:${day}`,
    userIds,
  } satisfies Notice;
}

/** The notices of a day, in lists of which each names a person once under a key. @param rows what is said of single ones */
export const noticesOfDay = (
  day: string,
  shares: readonly Share<DueKind>[],
  rows: readonly Detail[],
  work: Telling,
) =>
  noticesOf(
    shares,
    rows,
    (row, userIds) => oneNotice(row, userIds, work),
    (kind, n, userIds) => manyNotice(day, kind, n, userIds, work),
  );
