import { afterEach, expect, test, vi } from "vitest";
import { holdReasons } from "#app/shared/call-words.ts";
import { contractKinds } from "#app/shared/contracts.ts";
import { certificateReportRules } from "#app/shared/flows/certificate-reports.ts";
import { passRules } from "#app/shared/flows/gate-passes.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { transferRules } from "#app/shared/flows/transfers.ts";
import { certified, miscertified } from "#tests/support/demo-certificates.ts";
import { expectInhouse } from "#tests/support/demo-inhouse.ts";
import { expectPlainSums } from "#tests/support/plain-sums.ts";
import { seedOnce } from "../../scripts/seed/index.ts";
import { Shelf } from "../../scripts/seed/laboratory/shelf.ts";
import { openMemory } from "../../scripts/support/direct.ts";
import { migrateLocal } from "../../scripts/support/migrations.ts";
import { databases } from "../../scripts/support/project.ts";

/* What `npm start` lets the demo's companies do, on databases in memory. */

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
  // What is remembered of a catalogue is that of one platform.
  vi.resetModules();
  vi.useRealTimers();
});

/** Of one machine in so many the certificates are made: half of them come to every state; where a day is all that differs fewer show whether a command is refused. */
const CERTIFIED = { half: 2, few: 5 };
/** The demo's companies as they are on a day. @param only the companies that work, all by default */
async function demoOn(instant: string, only?: readonly string[]) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(instant) });
  const all = new Map(
    databases().map(({ binding }) => {
      const { db, close } = openMemory();
      opened.push(close);
      return [binding, db] as const;
    }),
  );
  const local = { database: async (binding: string) => all.get(binding)! };
  await migrateLocal(local);
  const works = await seedOnce(local);
  expect(works.map(({ plan }) => plan.slug)).toEqual(["demo", "clinic", "lab"]);
  const control = all.get("CONTROL_DB")!;
  const { seedWorkingDay } = await import("../../scripts/seed/working-day/index.ts");
  const refused: string[] = [];
  for (const work of works)
    if (only?.includes(work.plan.slug) ?? true) {
      const db = all.get(work.plan.binding)!;
      const certifiesEvery = only ? CERTIFIED.few : CERTIFIED.half;
      refused.push(...(await seedWorkingDay({ ...work, db, control, certifiesEvery })));
    }
  const companyOf = (slug: string) => works.find(({ plan }) => plan.slug === slug)!;
  const rows = async <R>(slug: string, sql: string): Promise<R[]> => {
    const { plan, companyId } = companyOf(slug);
    const { results } = await all.get(plan.binding)!.prepare(sql).bind(companyId).all<R>();
    return results;
  };
  return {
    refused,
    /** How many tickets the companies have on the platform, by their states. */
    async tickets(): Promise<Record<string, number>> {
      const { results } = await control
        .prepare("select status, count(*) as n from support_tickets group by status")
        .all<{ status: string; n: number }>();
      return Object.fromEntries(results.map(({ status, n }) => [status, n]));
    },
    rows,
    at: (slug: string) => {
      const { plan, companyId } = companyOf(slug);
      return { db: all.get(plan.binding)!, companyId };
    },
    count: async (slug: string, table: string) =>
      (await rows(slug, `select id from ${table} where company_id = ?`)).length,
    /** How many rows of a table there are by a column's value; none where it is null. */
    by: async (slug: string, table: string, column: string) =>
      Object.fromEntries(
        (
          await rows<{ word: string; n: number }>(
            slug,
            `select ${column} as word, count(*) as n from ${table} where company_id = ? and ${column} is not null group by 1`,
          )
        ).map(({ word, n }) => [word, n]),
      ),
  };
}
type Demo = Awaited<ReturnType<typeof demoOn>>;

/** Rows of both companies at least. */
const fewest = {
  ...{ breakdowns: 620, contracts: 60, asset_transfers: 80, gate_passes: 60 },
  ...{ recalls: 2, asset_comparisons: 2 },
};
/** What the demo is to show at least once. */
const some = {
  "reopened with a reason": `select 1 from breakdowns as call join breakdown_events as event on event.company_id = call.company_id
    and event.breakdown_id = call.id where call.company_id = ? and reopen_count > 0 and event.status = 'in_progress' and event.note is not null`,
  "a promise broken":
    "select 1 from breakdowns where company_id = ? and resolved_at > sla_resolve_by",
  "a promise that stands":
    "select 1 from breakdowns where company_id = ? and status = 'on_hold' and sla_paused_ms >= 0",
  "a lent device overdue": `select 1 from asset_transfers where company_id = ? and kind = 'temporary' and status = 'received'
    and due_back_on < '2028-02-29'`,
  "a pass overdue":
    "select 1 from gate_passes where company_id = ? and status = 'out' and expected_return_on < '2028-02-29'",
  "a pass extended": "select 1 from gate_pass_extensions where company_id = ?",
  "a contract renewed":
    "select 1 from contracts where company_id = ? and renewed_from_id is not null",
  "a contract terminated":
    "select 1 from contracts where company_id = ? and terminated_on is not null",
  "a contract that ends soon":
    "select 1 from contracts where company_id = ? and end_on between '2028-02-29' and '2028-03-30'",
  "a near miss of a recall":
    "select 1 from recall_assets where company_id = ? and certainty = 'near' and status = 'to_decide'",
  "a recall that is answered":
    "select 1 from recalls where company_id = ? and open_count = 0 and device_count > 0",
  "a late call's report with a part": `select 1 from service_reports as report join breakdowns as call on call.company_id = report.company_id
    and call.id = report.breakdown_id where report.company_id = ? and report.parts_cost_minor > 0 and call.reported_at > :now - 60 * 86400000`,
  "a call's visit that was billed":
    "select 1 from service_reports where company_id = ? and breakdown_id is not null and service_cost_minor > 0",
  "a cover that answered": `select 1 from service_reports where company_id = ? and breakdown_id is not null and total_cost_minor = 0
    and remark like '%nothing charged%'`,
  "cylinders out and back through the ledger": `select 1 from gate_pass_lines as line join stock_movements as move on move.company_id = line.company_id
    and move.gate_pass_line_id = line.id and move.kind = 'receipt' where line.company_id = ? and line.returned_qty = move.qty and line.qty > 1`,
  "a part mended": `select 1 from gate_pass_lines as line join gate_passes as pass on pass.company_id = line.company_id and pass.id = line.gate_pass_id
    where line.company_id = ? and pass.purpose = 'repair' and line.stock_item_id is not null and line.returned_qty = 1`,
  "a delivery of what calls used up":
    "select 1 from stock_movements where company_id = ? and kind = 'receipt' and bill_no is not null",
  "a date that a hold took out of its month":
    "select 1 from due_closings where company_id = ? and exclusion = 'held'",
  "a date done late": "select 1 from due_closings where company_id = ? and standing = 'late'",
  "a part that fits the device of an open PM": `select 1 from due_occurrences as due join assets on assets.company_id = due.company_id
    and assets.id = due.asset_id join stock_item_machine_types as fits on fits.company_id = assets.company_id
    and fits.machine_type_id = assets.machine_type_id join stock_items as item on item.company_id = fits.company_id and item.id = fits.stock_item_id
    where due.company_id = ? and due.kind = 'pm' and due.status = 'scheduled' and due.plan_on < '2028-03-15' and item.quantity > 0`,
  "a comparison shared": "select 1 from asset_comparisons where company_id = ? and is_shared = 1",
};

/** How the standards of the laboratory stand on any day. */
const standards = { in_service: 13, out_for_calibration: 1, quarantined: 1 };
/** What the laboratory has. */
const inLaboratory = {
  ...{ machine_models: 30, machines: 120, consumers: 12, calibrators: 15, signatures: 5 },
  ...{ procedures: 22, interval_proposals: 3 },
};

const statesOf = (rules: { states: object }) => Object.keys(rules.states).sort();
/** Rows that tell of something that cannot be; there must be none. */
const wrong: Record<string, string> = {
  "a call's instants are in order": `select number from breakdowns where company_id = ? and (acknowledged_at < reported_at
    or work_started_at < acknowledged_at or resolved_at < work_started_at or closed_at < reported_at)`,
  "an event is not before its call": `select event.id from breakdown_events as event join breakdowns as call
    on call.company_id = event.company_id and call.id = event.breakdown_id where event.company_id = ? and event.at < call.reported_at`,
  "no pass comes back before it leaves": `select line.id from gate_pass_lines as line join gate_passes as pass
    on pass.company_id = line.company_id and pass.id = line.gate_pass_id where line.company_id = ? and line.returned_at < pass.out_at`,
  "no call is open for longer than a month": `select number from breakdowns where company_id = ?
    and status in ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold') and reported_at < :now - 31 * 86400000`,
  "one open call a device": `select asset_id from breakdowns where company_id = ? and cause_code is not 'recall'
    and status in ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold') group by asset_id having count(*) > 1`,
  "a report lies within the work on its call": `select service_ticket from service_reports as report join breakdowns as call
    on call.company_id = report.company_id and call.id = report.breakdown_id where report.company_id = ?
    and (report.asset_id <> call.asset_id or report.created_at < call.work_started_at or report.created_at > coalesce(call.closed_at, :now))`,
  "a report's cost is that of its parts and its visit": `select service_ticket from service_reports as report where company_id = ? and (total_cost_minor
    <> service_cost_minor + parts_cost_minor or parts_cost_minor <> (select coalesce(sum(total_minor), 0) from service_report_parts as part
    where part.company_id = report.company_id and part.service_report_id = report.id))`,
  "a device's cost is that of its reports": `select asset_code from assets where company_id = ? and service_cost_minor <> (select coalesce(sum(
    total_cost_minor), 0) from service_reports as report where report.company_id = assets.company_id and report.asset_id = assets.id)`,
  "every part of a report left its store": `select id from service_report_parts as part where company_id = ? and qty is not (select sum(qty)
    from stock_movements as move where move.company_id = part.company_id and move.service_report_part_id = part.id)`,
  "each ledger adds up": `select id from (select id, balance_after - coalesce(lag(balance_after) over item, 0) as change,
    case when kind in ('opening', 'receipt') then qty else -qty end as moved from stock_movements where company_id = ?
    window item as (partition by stock_item_id order by seq)) where change <> moved`,
  "each ledger is in order of time": `select id from (select move.id, move.at, lag(move.at) over (partition by stock_item_id order by seq) as before
    from stock_movements as move join stock_items as item on item.company_id = move.company_id and item.id = move.stock_item_id
    where move.company_id = ? and has_batches = 0) where at < before`,
  "what is over is frozen and settled": `select due.id from due_occurrences as due left join due_closings as closing
    on closing.company_id = due.company_id and closing.occurrence_id = due.id where due.company_id = ? and due.due_on < date(:now / 1000 - 86400, 'unixepoch')
    and (closing.id is null or closing.state = 'due' and closing.outcome is null and closing.settles_on < date(:now / 1000 - 86400, 'unixepoch'))`,
  "a quantity is where its ledger ends": `select name from stock_items as item where company_id = ? and quantity is not (select balance_after
    from stock_movements as move where move.company_id = item.company_id and move.stock_item_id = item.id order by seq desc limit 1)`,
};
/** How many reports answer a call. */
const REPORTED = "select 1 from service_reports where company_id = ? and breakdown_id is not null";
async function expectPossible(demo: Demo, slug: string) {
  for (const [what, sql] of Object.entries(wrong))
    expect(await demo.rows(slug, sql.replaceAll(":now", String(Date.now()))), what).toEqual([]);
}

const reports = (demo: Demo, slug: string, which: string) =>
  demo.rows<{ name: string }>(
    slug,
    `select name from certificate_reports as report where company_id = ? and (${which})`,
  );
/** What was calibrated in the laboratory and in the hospital, and the review of a standard that was found off. */
async function expectCertificates(demo: Demo) {
  const count = async (slug: string) => demo.count(slug, "certificate_reports");
  expect((await count("lab")) + (await count("demo"))).toBeGreaterThan(130);
  expect(await count("demo")).toBeGreaterThan(25);
  const states = await demo.by("lab", "certificate_reports", "status");
  expect(Object.keys(states).sort()).toEqual(statesOf(certificateReportRules));
  expect(states.issued).toBeGreaterThan(80);
  const verdicts = await demo.by("lab", "certificate_reports", "conformity");
  expect(verdicts.pass).toBeGreaterThan(2 * verdicts.fail!);
  for (const [what, which] of Object.entries(certified))
    expect((await reports(demo, "lab", which)).length, what).toBeGreaterThan(0);
  for (const slug of ["lab", "demo"])
    for (const [what, which] of Object.entries(miscertified))
      expect(await reports(demo, slug, which), what).toEqual([]);

  expect(await demo.by("lab", "impact_reviews", "status")).toEqual({ open: 1 });
  const decided = await demo.by("lab", "impact_lines", "action");
  expect(Object.keys(decided).sort()).toEqual(["none", "notify", "recall", "undecided"]);
  expect(await demo.by("lab", "impact_lines", "is_changed")).toEqual({
    ...{ 0: expect.any(Number), 1: expect.any(Number) },
  });

  const { drawIssued } = await import("../../scripts/seed/working-day/index.ts");
  const shelf = new Shelf();
  await drawIssued({ ...demo.at("lab"), now: Date.now() }, shelf, 1);
  const kinds = shelf.kept.map(({ mime }) => mime);
  for (const kind of ["application/pdf", "application/xml", "application/json"])
    expect(kinds.filter((one) => one === kind)).toHaveLength(5);
  expect(await reports(demo, "lab", "render_state = 'done'")).toHaveLength(5);
  expect(
    await demo.rows("lab", "select id from outbox where company_id = ? and topic = 'mail'"),
  ).toEqual([]);
}

test("a leap day's demo has documents of every kind in every state, and no command of it is refused", {
  timeout: 400_000,
}, async () => {
  const demo = await demoOn("2028-02-29T05:00:00Z");
  expect(demo.refused).toEqual([]);
  const states = async (table: string) =>
    Object.keys(await demo.by("demo", table, "status")).sort();
  expect(await states("breakdowns")).toEqual(statesOf(callRules));
  expect(await states("asset_transfers")).toEqual(statesOf(transferRules));
  expect(await states("gate_passes")).toEqual(statesOf(passRules));
  expect(await states("recall_assets")).toEqual(["affected", "done", "not_affected", "to_decide"]);
  for (const [table, least] of Object.entries(fewest))
    expect(
      (await demo.count("demo", table)) + (await demo.count("clinic", table)),
      table,
    ).toBeGreaterThanOrEqual(least);

  const reasons = Object.keys(await demo.by("demo", "breakdowns", "hold_reason"));
  expect(reasons.sort()).toEqual(holdReasons.map(({ value }) => value).sort());
  expect(Object.keys(await demo.by("demo", "contracts", "kind")).sort()).toEqual(
    contractKinds.map(({ value }) => value).sort(),
  );
  const ratings = await demo.by("demo", "breakdowns", "rating");
  expect((ratings[4] ?? 0) + (ratings[5] ?? 0)).toBeGreaterThan(3 * (ratings[2] ?? 0));
  expect(ratings[2]).toBeGreaterThan(0);
  const impacts = await demo.by("demo", "breakdowns", "patient_impact");
  expect(impacts).toEqual({ delay: expect.any(Number), harm: expect.any(Number) });
  const events = await demo.by("demo", "breakdown_events", "kind");
  expect(Object.keys(events)).toEqual(
    expect.arrayContaining(["escalation", "letter", "move", "rating", "remark"]),
  );
  for (const [what, sql] of Object.entries(some))
    expect(
      (await demo.rows("demo", sql.replaceAll(":now", String(Date.now())))).length,
      what,
    ).toBeGreaterThan(0);
  expect((await demo.rows("demo", REPORTED)).length).toBeGreaterThan(90);
  expect((await demo.rows("clinic", REPORTED)).length).toBeGreaterThan(7);
  await expectPossible(demo, "demo");
  await expectPossible(demo, "clinic");
  for (const [table, rows] of Object.entries(inLaboratory))
    expect(await demo.count("lab", table), table).toBe(rows);
  expect(await demo.by("lab", "calibrators", "status")).toEqual(standards);
  expect(await demo.by("lab", "procedure_versions", "status")).toMatchObject({
    ...{ active: 20, draft: 3, in_review: 2 },
  });
  expect(Object.keys(await demo.by("lab", "calibrator_certificates", "status")).sort()).toEqual([
    ...["accepted", "entered", "superseded"],
  ]);
  expect(await demo.by("demo", "machines", "owner")).toEqual({ own_asset: 20 });
  expect(await demo.by("demo", "procedure_versions", "status")).toEqual({ active: 6, draft: 1 });
  expect(await demo.tickets()).toEqual({
    ...{ open: 3, in_progress: 2, waiting_customer: 2 },
    ...{ resolved: 1, closed: 3, reopened: 1 },
  });
  await expectCertificates(demo);
  await expectInhouse(demo, "demo");
  for (const slug of ["demo", "clinic"]) {
    const { db, companyId } = demo.at(slug);
    expect(await expectPlainSums(db, companyId, Date.now()), slug).toBeGreaterThan(200);
  }
});

test.each([
  ["a Sunday's night", "2026-11-21T21:30:00Z"],
  ["the first minutes of a fiscal year", "2027-03-31T18:35:00Z"],
  ["the day after clocks changed elsewhere", "2027-03-29T09:00:00Z"],
  ["the last minute of a year", "2026-12-31T18:29:30Z"],
])("on %s no command of the demo is refused either", async (_, instant) => {
  const demo = await demoOn(instant, ["clinic", "lab"]);
  expect(demo.refused).toEqual([]);
  expect(await demo.by("lab", "calibrators", "status")).toEqual(standards);
  expect(await demo.count("clinic", "breakdowns")).toBeGreaterThan(50);
  expect(await demo.by("clinic", "inhouse_calibrations", "status")).toEqual({ closed: 1 });
  await expectPossible(demo, "clinic");
});
