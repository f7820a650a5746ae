import type { DueException, DueKind } from "#app/shared/due-standing.ts";
import { ticketNow } from "#app/shared/ticket.ts";
import { newId } from "#drizzle/columns.ts";
import { generate } from "#worker/domain/due/generate.ts";
import { createReport } from "#worker/domain/service-reports/index.ts";
import { addDays, daysBetween } from "../calendar.ts";
import { DAY, type Day, dayAt, HOUR, onDuty } from "./day.ts";

type Due = {
  id: string;
  assetId: string;
  kind: DueKind;
  dueOn: string;
  opensOn: string;
  closesOn: string;
};

/** The occurrences that wait and are due before a day. */
async function dueBefore({ db, companyId }: Day, on: string): Promise<Due[]> {
  const { results } = await db
    .prepare(
      `select id, asset_id as "assetId", kind, due_on as "dueOn", opens_on as "opensOn", closes_on as "closesOn"
        from due_occurrences where company_id = ? and due_on < ? and status = 'scheduled' order by due_on, id`,
    )
    .bind(companyId, on)
    .all<Due>();
  return results;
}

/** PM reports of the devices since a day, oldest first, that fulfil nothing yet. */
async function pmReports({ db, companyId }: Day, since: string) {
  const { results } = await db
    .prepare(
      `select id, asset_id as "assetId", service_on as "on" from service_reports
        where company_id = ? and service_type = 'pm' and service_on >= ? and cancelled_at is null and due_occurrence_id is null
        order by service_on, id`,
    )
    .bind(companyId, since)
    .all<{ id: string; assetId: string; on: string }>();
  return results;
}

/** How late a report may be for it to be the one of a date. */
const LATEST = 30;
/** Dates of the last days may still be open. */
const RECENT = 45;

const works = [
  "PM done to the checklist, works within its limits.",
  "Cleaned, checked and tested. No findings.",
  "PM done. Filter changed, alarms tested.",
  "Inspected and tested, battery holds its charge.",
];

/** An engineer writes the report of a PM. */
async function report({ engineers, random }: Day, assetId: string): Promise<void> {
  const engineer = random.pick(engineers);
  const form = new FormData();
  const fields = {
    ...{ service_ticket: ticketNow(engineer.company.timeZone), date: dayAt(Date.now()) },
    ...{ service_type: "pm", action_taken: random.pick(works), complaint_by: engineer.actor.name },
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  // No file is posted: nothing is stored.
  await createReport(engineer, { bucket: null as unknown as R2Bucket }, assetId, form);
}

/**
 * Plans who does what of the year's PM: most of it in time, some late, some not at all. Dates that the demo has a report of already, written
 * with its devices, get none; what has no report in the end could not be done, or is overdue.
 */
export async function planServices(day: Day): Promise<void> {
  const { history, random, now } = day;
  const today = dayAt(now);
  const written = await pmReports(day, dayAt(Date.now()));
  for (const one of await dueBefore(day, addDays(today, -2))) {
    if (one.kind !== "pm") continue;
    const isWritten = written.some(
      ({ assetId, on }) =>
        assetId === one.assetId && on >= one.opensOn && on <= addDays(one.closesOn, LATEST),
    );
    const fate = random.next();
    const isRecent = one.dueOn > addDays(today, -RECENT);
    if (isWritten || fate > (isRecent ? 0.72 : 0.93)) continue;
    const late = fate < 0.8 ? random.int(-9, 9) : random.int(16, 28);
    const at = Date.parse(addDays(one.dueOn, late)) + random.int(3, 10) * HOUR;
    if (at > now - DAY || at < Date.now()) continue;
    history.plan(onDuty(day, at), () => report(day, one.assetId));
  }
}

const reasons: readonly [DueException, string][] = [
  ["in_use", "On a patient at every visit"],
  ["not_located", "Not found on the ward"],
  ["under_repair", "At the maker for repair"],
  ["access_denied", "Theatre was in use the whole week"],
];

/**
 * Makes the dates of the year ahead, and writes what became of past ones that no command has fulfilled: PM by the reports that there are, of
 * other kinds a day near the date. These rows are written past the app.
 */
export async function settleServices(day: Day): Promise<void> {
  const { db, companyId, random, now, desk } = day;
  const today = dayAt(now);
  const handle = desk.authorize("edit-asset");
  while ((await generate(handle, today, desk.company)).isMore);
  const reports = new Map<string, { id: string; on: string }[]>();
  for (const { id, assetId, on } of await pmReports(day, addDays(today, -430)))
    reports.set(assetId, [...(reports.get(assetId) ?? []), { id, on }]);
  const writes: D1PreparedStatement[] = [];
  const events = (one: Due, status: string, note: string | null, at: number) =>
    writes.push(
      db
        .prepare(
          "insert into occurrence_events (company_id, id, occurrence_id, asset_id, status, note, actor_id, actor_name, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(
          ...[companyId, newId(at), one.id, one.assetId, status, note],
          ...[desk.actor.userId, desk.actor.name, at],
        ),
    );
  for (const one of await dueBefore(day, today)) {
    const isRecent = one.dueOn > addDays(today, -RECENT);
    const mine = reports.get(one.assetId) ?? [];
    const found =
      one.kind === "pm"
        ? mine.find(({ on }) => on >= one.opensOn && on <= addDays(one.closesOn, LATEST))
        : undefined;
    const fate = random.next();
    const isDone = one.kind === "pm" ? found !== undefined : fate < (isRecent ? 0.65 : 0.94);
    if (isDone) {
      if (found) mine.splice(mine.indexOf(found), 1);
      const near = addDays(one.dueOn, random.chance(0.08) ? 21 : random.int(-8, 11));
      const doneOn = found?.on ?? (near < today ? near : addDays(today, -1));
      const isOnTime = doneOn >= one.opensOn && doneOn <= one.closesOn;
      writes.push(
        db
          .prepare(
            "update due_occurrences set status = 'done', done_on = ?, on_time = ?, service_report_id = ?, attempts = 1, version = version + 1 where company_id = ? and id = ?",
          )
          .bind(doneOn, Number(isOnTime), found?.id ?? null, companyId, one.id),
      );
      if (found)
        writes.push(
          db
            .prepare(
              "update service_reports set due_occurrence_id = ? where company_id = ? and id = ?",
            )
            .bind(one.id, companyId, found.id),
        );
      events(one, "done", null, Date.parse(doneOn) + 9 * HOUR);
    } else if (!isRecent || (fate > 0.9 && daysBetween(one.dueOn, today) > 16)) {
      const [exception, reason] = random.pick(reasons);
      writes.push(
        db
          .prepare(
            "update due_occurrences set status = 'missed', exception = ?, reason = ?, attempts = 2, version = version + 1 where company_id = ? and id = ?",
          )
          .bind(exception, reason, companyId, one.id),
      );
      events(one, "missed", reason, Date.parse(one.closesOn) + 9 * HOUR);
    }
  }
  for (let at = 0; at < writes.length; at += 400) await db.batch(writes.slice(at, at + 400));
}
