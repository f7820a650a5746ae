import { addDays, daysBetween } from "#app/shared/company-time.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { type DayWork, movingOn, placeOf } from "./day-work.ts";
import type { NoticeKind } from "./kinds.ts";
import { type Notice, type Reader, readerRows, readersOf } from "./notify.ts";
import { noticesOf, sees, sharesOf, telling } from "./shares.ts";

const AT_ONCE = 25;
/** Of a day on which more end, so many are read at once. */
const MOST_AT_ONCE = 500;
/** After every record of a day. */
const LAST_ID = "~";
export const SOON_DAYS = 7;

type Row = { id: string; endOn: string };
/** How far a part has come: ends after this day and record, up to the last day of its window. */
export type Asked = {
  after: string;
  until: string;
  from: { on: string; id: string };
  most: number;
  /** The days ahead of which it is a reminder. */
  lead: number;
};
/** Something that ends on a day, and what people are told of it some days before. */
type Ending<R extends Row> = {
  kind: NoticeKind;
  /** Tells its notices of many from those of others of the same kind. */
  name: string;
  /** Days ahead, longest first, where they are not the company's. */
  leads?: readonly number[];
  /** Those that end within a window, in the order of their days and ids. A statement of a read. */
  ends: (db: CompanyDb, asked: Asked) => Statement & { _: { result: R[] } };
  /** @param when "today", "tomorrow", "in 15 days" @param dateFormat the company's */
  notice: (
    row: R,
    when: string,
    dateFormat: string,
  ) => Omit<Notice, "key" | "series" | "severity" | "entityId">;
  /** Letters to people of other companies about what ends, of whole days. */
  letters?: (
    db: CompanyDb,
    rows: readonly R[],
    told: { lead: number; dateFormat: string; origin: string },
  ) => Promise<Statement[]>;
  /** What a person is told of more than a few of a day, with a link to the list of them; without it each is told of by itself. */
  many?: { title: (n: number, when: string) => string; link: (day: string) => string };
};
type AnyEnding = Ending<Row>;
/** An ending, whose notices are made of the rows that it reads itself. */
export const ending = <R extends Row>(one: Ending<R>) => one as unknown as AnyEnding;

/** How far a day's reminders have come; the work goes on from there. */
type Place = { of: number; at: number; on: string; id: string };
type Reminding = DayWork & { leads: readonly number[]; dateFormat: string };

/**
 * The ends that a lead reminds of today: from the day after those of the last time up to the lead itself, but not those a
 * shorter lead speaks for.
 */
export function windowOf(
  leads: readonly number[],
  at: number,
  { today, doneOn }: Pick<DayWork, "today" | "doneOn">,
) {
  const lead = leads[at]!;
  const shorter = leads[at + 1] ?? -1;
  const since = addDays(doneOn ?? addDays(today, -1), lead);
  const least = addDays(today, shorter);
  return { after: since > least ? since : least, until: addDays(today, lead) };
}

/** How far off a day is, as the end of a sentence. */
export const whenIn = (days: number) =>
  days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;

/** The next records, up to the end of a day: all that end on the last day that is begun. */
async function nextDays(db: CompanyDb, { ends }: AnyEnding, asked: Omit<Asked, "most">) {
  const read = async (from: Asked["from"], most: number) =>
    ((await db.read(ends(db, { ...asked, from, most }))) as [Row[]])[0];
  const rows = await read(asked.from, AT_ONCE);
  if (rows.length < AT_ONCE) return { rows, isLast: true };
  const day = rows.at(-1)!.endOn;
  const whole = rows.filter(({ endOn }) => endOn < day);
  if (whole.length) return { rows: whole, isLast: false };
  for (let isFull = true; isFull; ) {
    const { endOn, id } = rows.at(-1)!;
    const more = await read({ on: endOn, id }, MOST_AT_ONCE);
    rows.push(...more.filter((row) => row.endOn === day));
    isFull = more.length === MOST_AT_ONCE && more.at(-1)!.endOn === day;
  }
  return { rows, isLast: false };
}

/** Those who are told of a record: the kind's audience and whom the record names, of those who see its Location. */
const toldOf = ({ departmentId, userIds = [], teamId }: Notice, readers: readonly Reader[]) =>
  readers.filter(
    (reader) =>
      (!departmentId || sees(reader, departmentId)) &&
      (reader.isInCharge ||
        userIds.includes(reader.id) ||
        (teamId && reader.teams.includes(teamId))),
  );

/** The notices of records, each person's own: more than a few of a day are one. */
function noticesTo(
  readers: readonly Reader[],
  { name, many, kind, notice }: AnyEnding,
  rows: readonly Row[],
  { today, dateFormat, lead }: Pick<Reminding, "today" | "dateFormat"> & { lead: number },
): Notice[][] {
  const of = (endOn: string, about: string) => {
    const days = daysBetween(today, endOn);
    return {
      when: whenIn(days),
      severity: days <= SOON_DAYS ? ("warning" as const) : ("info" as const),
      series: `${kind}:${about}:${endOn}:`,
      key: `${kind}:${about}:${endOn}:${lead}`,
    };
  };
  const told = rows.map((row) => {
    const { when, ...keys } = of(row.endOn, row.id);
    const said = notice(row, when, dateFormat);
    return {
      ...said,
      ...keys,
      id: row.id,
      on: row.endOn,
      title: said.title.slice(0, 200),
      entityId: row.id,
    };
  });
  const groups = told.map((one) => ({ kind: many ? one.on : one.id, ids: [one.id], one }));
  return noticesOf(
    sharesOf(groups, ({ one }) => toldOf(one, readers)),
    told,
    ({ id: _, on: __, teamId: ___, ...one }, userIds) => ({ ...one, userIds }),
    (day, n, userIds) => {
      const { when, ...keys } = of(day, name);
      return {
        ...keys,
        title: many!.title(n, when),
        link: many!.link(day),
        entityKind: told[0]!.entityKind,
        entityId: `${name}:${day}`,
        userIds,
      };
    },
  );
}

/**
 * Reminds of one part of what ends.
 * @param after where the day's work goes on when all of it is told
 */
export async function remindOfEndings(
  db: CompanyDb,
  origin: string,
  endings: readonly AnyEnding[],
  reminding: Reminding,
  after: string,
  now: number,
): Promise<void> {
  const { today, dateFormat } = reminding;
  const begun = placeOf(reminding);
  const first: Place = begun ? (JSON.parse(begun) as Place) : { of: 0, at: 0, on: "", id: "" };
  const leadsOf = (one: AnyEnding) => one.leads ?? reminding.leads;
  // What nobody is reminded of is passed over.
  const skipped = endings.slice(first.of).findIndex((one) => leadsOf(one).length > 0);
  const what = skipped < 0 ? undefined : endings[first.of + skipped];
  if (!what) {
    await db.read(...movingOn(db, reminding, after));
    return;
  }
  const place: Place = skipped === 0 ? first : { of: first.of + skipped, at: 0, on: "", id: "" };
  const leads = leadsOf(what);
  const from = { on: place.on, id: place.id };
  const window = windowOf(leads, place.at, reminding);
  const lead = leads[place.at]!;
  const { rows, isLast: isDone } = await nextDays(db, what, { ...window, from, lead });
  const [people] = rows.length ? await db.read(readerRows(db, what.kind)) : [[]];
  const lists = noticesTo(readersOf(people), what, rows, {
    ...{ today, dateFormat, lead },
  });
  const letters = (await what.letters?.(db, rows, { lead, dateFormat, origin })) ?? [];
  const next: Place = !isDone
    ? { ...place, on: rows.at(-1)!.endOn, id: LAST_ID }
    : place.at + 1 < leads.length
      ? { of: place.of, at: place.at + 1, on: "", id: "" }
      : { of: place.of + 1, at: 0, on: "", id: "" };
  const isLast = next.of >= endings.length;
  await db.read(
    ...movingOn(db, reminding, isLast ? after : JSON.stringify(next)),
    ...telling(db, origin, what.kind, lists, now),
    ...letters,
  );
}
