import { startOfDay } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { closingsOfTheDay } from "#worker/domain/compliance/freeze.ts";
import { companyDb, type Rows } from "./rows.ts";
import { TIME_ZONE } from "./world.ts";

const HOUR = 3_600_000;
/** An instant of a company's day, by the hours since it began. */
export const onDay = (day: string, hours = 9, zone = TIME_ZONE) =>
  startOfDay(day, zone) + hours * HOUR;

/** Devices of a Location and a category of their own, each with its criticality, written past the app. */
export async function devices(
  rows: Rows,
  criticalities: readonly string[],
  name = newId().slice(-6),
) {
  const category = await rows.add("categories", { name: `Category ${name}` });
  const department = await rows.add("departments", { name: `Ward ${name}` });
  const ids = criticalities.map(() => newId());
  const assets = criticalities.map((criticality, n) => ({
    ...{ id: ids[n]!, asset_code: `${name}-${n}`, name: `Device ${n} of ${name}` },
    ...{ make: "Acme", model: "M5", qr_token: ids[n]!, criticality, condition: "working" },
    ...{ category_id: category, department_id: department, lifecycle: "in_service" },
  }));
  await rows.add("assets", ...assets);
  await rows.add("asset_details", ...ids.map((id) => ({ id })));
  return { ids, category, department, name };
}

/** The morning's work of a day, to its end. */
export async function morningOf(rows: Rows, today: string, zone = TIME_ZONE): Promise<void> {
  const db = companyDb(rows);
  for (;;) {
    const job = await rows.first<{ done_on: string | null; cursor: string | null }>(
      "select done_on, cursor from company_jobs where company_id = ? and id = 'closings'",
    );
    if ((job!.done_on ?? "") >= today) return;
    const work = { job: "closings", today, doneOn: job!.done_on, cursor: job!.cursor } as const;
    if (await closingsOfTheDay(db, work, zone, onDay(today, 5, zone))) return;
  }
}

/** Freezes the dates of a month as they stand, written past the app. */
export const frozen = (rows: Rows, month: string) =>
  rows.run(
    `insert into due_closings (company_id, id, month, occurrence_id, asset_id, schedule_id, kind, due_on, opens_on, closes_on, settles_on,
        department_id, category_id, criticality, state, closed_at, standing)
      select o.company_id, o.id, ?2, o.id, o.asset_id, o.schedule_id, o.kind, o.due_on, o.opens_on, o.closes_on, '2030-01-01',
        a.department_id, a.category_id, a.criticality, 'due', 1, 'open'
      from due_occurrences o join assets a on a.company_id = o.company_id and a.id = o.asset_id
      where o.company_id = ?1 and o.due_on like ?2 || '%'`,
    month,
  );

/** A report that does an occurrence, entered on a day, as the engine writes it. Answers its id. */
export async function reportOf(
  rows: Rows,
  occurrence: { id: string; asset_id: string },
  doneOn: string,
  enteredAt: number,
): Promise<string> {
  const id = await rows.add("service_reports", {
    ...{ asset_id: occurrence.asset_id, service_ticket: `T-${newId()}`, service_on: doneOn },
    ...{ done_by: "Engineer", due_occurrence_id: occurrence.id, created_at: enteredAt },
  });
  const done = { status: "done", done_on: doneOn, service_report_id: id };
  await rows.set("due_occurrences", occurrence.id, done);
  return id;
}

/** Cancels a report and releases what it did, as the engine does. */
export async function cancelReport(rows: Rows, id: string, occurrence: string, at: number) {
  const cancelled = { cancelled_at: at, cancel_reason: "Test", due_occurrence_id: null };
  await rows.set("service_reports", id, cancelled);
  const open = { status: "scheduled", done_on: null, service_report_id: null };
  await rows.set("due_occurrences", occurrence, open);
}
