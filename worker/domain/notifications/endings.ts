import { addDays, daysBetween } from "#app/shared/company-time.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { type DayWork, movingOn, placeOf } from "./day-work.ts";
import type { NoticeKind } from "./kinds.ts";
import { type Notice, notifying } from "./notify.ts";

const AT_ONCE = 25;
const SOON_DAYS = 7;

type Row = { id: string; endOn: string };
/** How far a part has come: ends after this day and record, up to the last day of its window. */
type Asked = { after: string; until: string; from: { on: string; id: string }; most: number };
/** Something that ends on a day, and what people are told of it some days before. */
type Ending<R extends Row> = {
  kind: NoticeKind;
  /** Those that end within a window, in the order of their days and ids. A statement of a read. */
  ends: (db: CompanyDb, asked: Asked) => Statement & { _: { result: R[] } };
  /** @param when "today", "tomorrow", "in 15 days" @param dateFormat the company's */
  notice: (
    row: R,
    when: string,
    dateFormat: string,
  ) => Omit<Notice, "key" | "series" | "severity" | "entityId">;
};
// biome-ignore lint/suspicious/noExplicitAny: an ending reads its own rows only
export type AnyEnding = Ending<any>;
export const ending = <R extends Row>(one: Ending<R>): AnyEnding => one;

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

const whenIn = (days: number) =>
  days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;

/**
 * Reminds of one part of what ends.
 * @returns true when the day is done
 */
export async function remindOfEndings(
  db: CompanyDb,
  origin: string,
  endings: readonly AnyEnding[],
  reminding: Reminding,
  now: number,
): Promise<boolean> {
  const { today, leads, dateFormat } = reminding;
  const begun = placeOf(reminding);
  const place: Place = begun ? (JSON.parse(begun) as Place) : { of: 0, at: 0, on: "", id: "" };
  const what = leads.length ? endings[place.of] : undefined;
  if (!what) {
    await db.read(...movingOn(db, reminding, null));
    return true;
  }
  const { kind, ends, notice } = what;
  const from = { on: place.on, id: place.id };
  const asked = { ...windowOf(leads, place.at, reminding), from, most: AT_ONCE };
  const [rows] = (await db.read(ends(db, asked))) as [Row[]];
  const lead = leads[place.at]!;
  const notices = rows.map((row): Notice => {
    const days = daysBetween(today, row.endOn);
    const told = notice(row, whenIn(days), dateFormat);
    return {
      ...told,
      key: `${kind}:${row.id}:${row.endOn}:${lead}`,
      series: `${kind}:${row.id}:${row.endOn}:`,
      title: told.title.slice(0, 200),
      severity: days <= SOON_DAYS ? "warning" : "info",
      entityId: row.id,
    };
  });
  const last = rows.at(-1);
  const next: Place =
    rows.length === AT_ONCE
      ? { ...place, on: last!.endOn, id: last!.id }
      : place.at + 1 < leads.length
        ? { of: place.of, at: place.at + 1, on: "", id: "" }
        : { of: place.of + 1, at: 0, on: "", id: "" };
  const isLast = next.of >= endings.length;
  await db.read(
    ...movingOn(db, reminding, isLast ? null : JSON.stringify(next)),
    ...notifying(db, origin, kind, notices, now),
  );
  return isLast;
}
