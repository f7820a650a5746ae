import fc from "fast-check";
import { expect, test } from "vitest";
import type { Figures } from "#drizzle/tenant/statistics.ts";
import { planned } from "#tests/support/due.ts";
import { expectPlainSums } from "#tests/support/plain-sums.ts";
import { bench } from "#tests/support/report.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { firstDifference, keepStatistics } from "#worker/domain/statistics/count.ts";

const w = await world();
const timeZone = "Asia/Kolkata";
/** Noon of a day in India. */
const noon = (day: string) => Date.parse(`${day}T12:00:00+05:30`);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function hospital(slug: string) {
  const rows = rowsOf(w, await addCompany(w.env, slug, 2, 2));
  await rows.setProfile({ time_zone: timeZone });
  const device = async (columns: Record<string, unknown> = {}) => {
    const { asset, department, category } = await bench(w, rows.company, []);
    await rows.set("assets", asset, { put_to_use_on: "2024-01-01", ...columns });
    if (!(await rows.count("asset_details", "id = ?", asset)))
      await rows.add("asset_details", { id: asset });
    return { asset, department, category };
  };
  return { rows, device };
}

let number = 0;
const call = (
  rows: Rows,
  assetId: string,
  department: string,
  columns: Record<string, unknown>,
) => {
  number += 1;
  return rows.add("breakdowns", {
    ...{ number: `C-${number}`, asset_id: assetId, department_id: department, source: "web" },
    ...{ reported_by_name: "Ward", problem: "It beeps", priority: "high", equipment_down: 1 },
    ...{ status: "closed", restored_at: null, closed_at: null, cause_code: "battery" },
    ...{ sla_respond_by: null, first_response_at: null },
    ...columns,
  });
};
const down = (rows: Rows, assetId: string, from: number, to: number | null, kind = "unplanned") =>
  rows.add("asset_downtimes", { asset_id: assetId, kind, started_at: from, ended_at: to });

/** What was counted in a row, by the month's place in its year. */
async function counted(rows: Rows, id: string, value = "") {
  const row = await rows.first<{ figures: string }>(
    "select figures from statistics where company_id = ? and id = ?",
    id,
  );
  const figures = (JSON.parse(row?.figures ?? "{}") as Figures)[value] ?? {};
  return (metric: string, month: number) =>
    (figures[metric] as number[] | undefined)?.[month - 1] ?? 0;
}

test("time down is clipped to the month and to the time in use, and what is open runs to now", async () => {
  const { rows, device } = await hospital("clipped");
  const now = noon("2026-03-11");
  const first = await device();
  const late = await device({ put_to_use_on: "2026-03-01" });
  const gone = await device({ lifecycle: "condemned" });
  await rows.set("asset_details", gone.asset, { condemned_on: "2026-02-11" });
  await device({ lifecycle: "received", put_to_use_on: null });
  // Over the end of January: 12 hours of it, and 12 of February.
  await down(rows, first.asset, noon("2026-01-31"), noon("2026-02-01"));
  // Open since the tenth of March: 24 hours to now.
  await down(rows, first.asset, noon("2026-03-10"), null);
  // Before it was put to use: nothing but the half day of March counts.
  await down(rows, late.asset, noon("2026-02-28"), noon("2026-03-01"));
  // After it was condemned nothing counts.
  await down(rows, gone.asset, noon("2026-02-10"), noon("2026-02-20"));
  await down(rows, first.asset, noon("2026-02-05"), noon("2026-02-06"), "planned");
  await keepStatistics(companyDb(rows), { timeZone, now });
  const all = await counted(rows, "2026:all:");
  expect([1, 2, 3].map((month) => all("down", month) / HOUR)).toEqual([12, 12 + 12, 24 + 12]);
  expect(all("planned", 2)).toBe(DAY);
  // January: two devices; February: one, and ten days of the condemned one; March: ten and a half days of two.
  expect([1, 2, 3].map((month) => all("used", month) / DAY)).toEqual([62, 28 + 10, 21]);
  const own = await counted(rows, `2026:all:${late.department}`);
  expect([own("used", 2), own("used", 3) / DAY]).toEqual([0, 10.5]);
  const standing = JSON.parse(
    (await rows.value<string>(
      "select figures from statistics where company_id = ? and id = 'now:all:'",
    ))!,
  );
  expect(standing[""]).toMatchObject({ devices: 4, live: 3, logged: 3 });
});

test("failures leave out cancelled calls, duplicates, no problem found and user error", async () => {
  const { rows, device } = await hospital("failing");
  const { asset, department } = await device();
  const at = noon("2026-02-10");
  const reported = (columns: Record<string, unknown>) =>
    call(rows, asset, department, { reported_at: at, ...columns });
  await reported({ closed_at: at + 5 * HOUR, restored_at: at + 3 * HOUR });
  await reported({ closed_at: at + 20 * DAY, failed_at: at - 2 * HOUR, restored_at: at + HOUR });
  await reported({ status: "cancelled" });
  await reported({ status: "closed_duplicate" });
  await reported({ closed_at: at + DAY, cause_code: "user_error" });
  await reported({ closed_at: at + DAY, cause_code: "no_problem_found" });
  await reported({ closed_at: at + DAY, equipment_down: 0 });
  await reported({ status: "new", cause_code: null, sla_respond_by: at + HOUR });
  await reported({ status: "new", cause_code: null, sla_respond_by: noon("2026-04-01") });
  await reported({ status: "new", sla_respond_by: at + HOUR, first_response_at: at + HOUR });
  await reported({
    ...{ reported_at: noon("2026-03-11") - HOUR, status: "on_hold", hold_reason: "awaiting_part" },
    ...{ cause_code: null, equipment_down: 0 },
  });
  await keepStatistics(companyDb(rows), { timeZone, now: noon("2026-03-11") });
  const all = await counted(rows, "2026:all:");
  expect([all("opened", 2), all("openedDown", 2), all("failures", 2)]).toEqual([8, 7, 5]);
  expect([all("closed", 2), all("closed", 3), all("unfound", 2)]).toEqual([4, 1, 1]);
  expect([all("backlog", 1), all("backlog", 2), all("backlog", 3)]).toEqual([0, 4, 4]);
  expect([all("answered:high", 2), all("inTime:high", 2)]).toEqual([2, 1]);
  expect(all("repairs", 2)).toEqual([3 * HOUR, 3 * HOUR, DAY, DAY]);
  const standing = JSON.parse(
    (await rows.value<string>(
      "select figures from statistics where company_id = ? and id = 'now:all:'",
    ))!,
  );
  // Three of the tenth of February, and one of today that waits for a part.
  expect(standing[""]).toMatchObject({ "open:0": 1, "open:3": 3, "hold:awaiting_part": 1 });
});

test("exceptions and deferrals of PMs count by the month they were due, costs by the day of the work", async () => {
  const { rows, device } = await hospital("caring");
  const { asset } = await device({ purchase_cost_minor: 100_000 });
  const pm = (from: string, occurrence: Record<string, unknown>) =>
    planned(rows, { assetId: asset, from, until: from, occurrence });
  await pm("2026-01-10", { status: "done", done_on: "2026-01-20" });
  await pm("2026-01-11", { status: "done", done_on: "2026-02-20" });
  await pm("2026-01-12", { status: "missed", exception: "in_use" });
  await pm("2026-01-14", { status: "deferred", exception: "in_use", deferrals: 2 });
  await pm("2026-01-13", { status: "cancelled", exception: "in_use" });
  await pm("2026-03-01", { status: "scheduled" });
  const report = (serviceOn: string, cost: number, columns: Record<string, unknown> = {}) =>
    rows.add("service_reports", {
      ...{ asset_id: asset, service_ticket: `T-${serviceOn}-${cost}`, service_on: serviceOn },
      ...{ service_type: "pm", done_by: "Meera", service_cost_minor: cost, parts_cost_minor: 50 },
      ...{ total_cost_minor: cost + 50, cancelled_at: null, billed_to: "internal", ...columns },
    });
  await report("2026-01-20", 1000);
  await report("2026-01-31", 2000, { billed_to: "vendor" });
  await report("2026-02-01", 4000, { cancelled_at: 1 });
  await keepStatistics(companyDb(rows), { timeZone, now: noon("2026-03-11") });
  const all = await counted(rows, "2026:all:");
  expect([all("pmExcepted", 1), all("pmDeferred", 1), all("pmExcepted", 3)]).toEqual([2, 1, 0]);
  expect(["labour", "vendor", "parts"].map((kind) => all(`cost:${kind}`, 1))).toEqual([
    1000, 2000, 100,
  ]);
  expect([all("cost:labour", 2), all("pricedCost", 1)]).toEqual([0, 3100]);
});

test("a response takes hours of the working calendar, and idle stock is told of the whole company", async () => {
  const { rows, device } = await hospital("answering");
  const { asset, department } = await device({
    ...{ cover_kind: "amc", cover_until: "2026-05-04", purchase_cost_minor: 90_000 },
  });
  await device({ cover_kind: "warranty", cover_until: "2026-05-31", purchase_cost_minor: null });
  await device({ cover_kind: "warranty", cover_until: "2026-03-10", purchase_cost_minor: 7_000 });
  const nine = { from: "09:00", to: "17:00" };
  await rows.add("company_settings", {
    id: "working_calendar",
    value_json: JSON.stringify({
      week: [nine, nine, nine, nine, nine, null, null],
      holidays: [{ on: "2026-02-09", name: "Feast" }],
    }),
  });
  const at = (text: string) => Date.parse(`${text}:00+05:30`);
  const answered = (from: string, to: string | null) =>
    call(rows, asset, department, {
      reported_at: at(from),
      first_response_at: to && at(to),
      closed_at: to && at(to),
    });
  // Friday 16:00 to Tuesday 10:00, with a weekend and a holiday between: one hour and one hour.
  await answered("2026-02-06T16:00", "2026-02-10T10:00");
  await answered("2026-02-11T09:30", "2026-02-11T14:00");
  await answered("2026-02-12T09:30", null);
  const store = await rows.value<string>(
    "select id from stores where company_id = ? order by id limit 1",
  );
  const stock = async (name: string, quantity: number, days: number, columns = {}) => {
    const item = await rows.add("stock_items", {
      ...{ store_id: store, name, quantity, rate_minor: 300, ...columns },
    });
    await rows.addUnstamped("stock_movements", {
      ...{ stock_item_id: item, kind: "opening", qty: 5, unit_cost_minor: 300, seq: 1 },
      ...{ balance_after: 5, actor_name: "Keeper", at: noon("2026-03-11") - days * DAY },
    });
  };
  await stock("None left", 0, 3);
  await stock("None left, not used any more", 0, 400, { is_active: 0 });
  await stock("Put away", 4, 400, { archived_at: 1 });
  await stock("Idle", 4, 366);
  await stock("Not idle yet", 5, 365);
  await keepStatistics(companyDb(rows), { timeZone, now: noon("2026-03-11") });
  const all = await counted(rows, "2026:all:");
  expect([all("responses:high", 2), all("response:high", 2) / HOUR]).toEqual([2, 6.5]);
  const standing = JSON.parse(
    (await rows.value<string>(
      "select figures from statistics where company_id = ? and id = 'now:all:'",
    ))!,
  );
  expect(standing[""]).toMatchObject({
    ...{ "ends:2026-05": 2, "endsValue:2026-05": 90_000 },
    ...{ "stock:items": 4, "stock:out": 1, "stock:still": 1, "stock:stillMinor": 1_200 },
  });
  expect(Object.keys(standing[""])).not.toContain("ends:2026-03");
});

test("counting again after any edits says what the records say", async () => {
  const { rows, device } = await hospital("edited");
  const devices = await Promise.all([device(), device(), device()]);
  const now = noon("2026-03-11");
  const first = noon("2025-02-01");
  const at = fc.integer({ min: first, max: now - 1 });
  const which = fc.nat(2);
  const edit = fc.oneof(
    fc.record({
      kind: fc.constant("call" as const),
      which,
      at,
      days: fc.integer({ min: 1, max: 60 }),
      state: fc.constantFrom("closed", "new", "cancelled", "closed_duplicate"),
    }),
    fc.record({
      kind: fc.constant("state" as const),
      which,
      state: fc.constantFrom("cancelled", "closed"),
    }),
    fc.record({ kind: fc.constant("report" as const), which, at, cost: fc.nat(5000) }),
    fc.record({ kind: fc.constant("cancel" as const) }),
    fc.record({ kind: fc.constant("move" as const), which, to: which }),
    fc.record({ kind: fc.constant("correct" as const), hours: fc.integer({ min: 1, max: 2000 }) }),
  );
  let places = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
      for (const one of edits) {
        const { asset, department } = devices["which" in one ? one.which : 0]!;
        if (one.kind === "call") {
          const isOver = one.state === "closed";
          await call(rows, asset, department, {
            reported_at: one.at,
            status: one.state,
            closed_at: isOver ? Math.min(now - 1, one.at + one.days * DAY) : null,
          });
          places += 1;
          await down(rows, asset, first + places * DAY, first + places * DAY + one.days * HOUR);
        }
        if (one.kind === "state")
          await rows.run(
            "update breakdowns set status = ? , closed_at = iif(?2 = 'closed', reported_at, null) where company_id = ?1 and id = (select min(id) from breakdowns where company_id = ?1 and asset_id = ?3)".replace(
              "status = ? ,",
              "status = ?2,",
            ),
            one.state,
            asset,
          );
        if (one.kind === "report") {
          number += 1;
          await rows.add("service_reports", {
            ...{ asset_id: asset, service_ticket: `R-${number}`, done_by: "Meera" },
            service_on: new Date(one.at).toISOString().slice(0, 10),
            ...{ service_cost_minor: one.cost, total_cost_minor: one.cost },
          });
        }
        if (one.kind === "cancel")
          await rows.run(
            "update service_reports set cancelled_at = 1 where company_id = ?1 and id = (select max(id) from service_reports where company_id = ?1)",
          );
        if (one.kind === "move")
          await rows.set("assets", asset, { department_id: devices[one.to]!.department });
        if (one.kind === "correct")
          await rows.run(
            "update asset_downtimes set ended_at = started_at + ?2 where company_id = ?1 and id = (select min(id) from asset_downtimes where company_id = ?1)",
            one.hours * HOUR,
          );
      }
      const db = companyDb(rows);
      await keepStatistics(db, { timeZone, now });
      await expectPlainSums(rows.db, rows.company.id, now);
      for (const period of ["now", "2026", "2025"])
        expect(await firstDifference(db, period, { timeZone, now })).toBeNull();
    }),
    { numRuns: 12 },
  );
  await rows.run(
    "update statistics set figures = json_set(figures, '$.\"\".used[0]', 99) where company_id = ?1 and id = '2026:all:'",
  );
  expect(await firstDifference(companyDb(rows), "2026", { timeZone, now })).toMatchObject({
    id: "2026:all:",
    is: 99,
  });
});
