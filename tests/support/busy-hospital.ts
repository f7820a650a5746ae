import { addMonths, dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { personSession } from "#worker/auth/person-session.ts";
import { closingsOfTheDay } from "#worker/domain/compliance/freeze.ts";
import "#worker/domain/index.ts";
import { countVendors } from "#worker/domain/reliability/vendors.ts";
import { keepStatistics } from "#worker/domain/statistics/count.ts";
import { planned } from "./due.ts";
import { bench } from "./report.ts";
import { companyDb, type Rows, rowsOf } from "./rows.ts";
import { addCompany, type World } from "./world.ts";

const [HOUR, DAY] = [3_600_000, 86_400_000];

/** A hospital with every kind of record, some of them reaching over the ends of months and of the time in use. */
export async function busyHospital(w: World, slug: string, timeZone: string) {
  const company = await addCompany(w.env, slug, 2, 2);
  const rows: Rows = rowsOf(w, company);
  await rows.setProfile({ time_zone: timeZone });
  const now = Date.now();
  const today = dayIn(timeZone, now);
  const before = (months: number, day = "10") =>
    `${addMonths(`${today.slice(0, 7)}-01`, -months).slice(0, 7)}-${day}`;
  const at = (day: string, hour = 9) => Date.parse(day) + hour * HOUR;
  const vendor = await rows.add("vendors", {
    name: `Vendor ${slug}`,
    phone: "1",
    is_amc_provider: 1,
  });
  const benches = [];
  for (let n = 0; n < 4; n += 1) benches.push(await bench(w, company, [{ quantity: 5 }]));
  const risks = ["life_support", "high", "medium", "low"];
  for (const [n, { asset, department }] of benches.entries()) {
    await rows.set("assets", asset, {
      ...{ criticality: risks[n], vendor_id: n % 2 ? vendor : null, pm_required: n < 3 ? 1 : 0 },
      put_to_use_on: n === 2 ? before(2, "15") : "2019-02-03",
      purchase_on: "2019-01-01",
      purchase_cost_minor: n === 3 ? null : 1_234_567 * (n + 1),
      ...{ cal_required: n < 2 ? 1 : 0, next_cal_on: n ? before(1) : before(-3) },
      ...{ cover_kind: n === 1 ? "amc" : null, cover_until: n === 1 ? before(-2) : null },
      not_located_since: n === 3 ? before(1) : null,
    });
    await rows.add("asset_details", {
      id: asset,
      ...{ dep_method: n % 2 ? "wdv" : "slm", useful_life_months: 120, dep_rate_bp: 1500 },
      ...{ salvage_minor: 1000, condemned_on: null },
    });
    for (let m = 0; m < 14; m += 1) {
      const reported = at(before(m, n ? "01" : "28"), n ? 1 : 22);
      if (reported > now) continue;
      const isOver = m > 0;
      await rows.add("breakdowns", {
        ...{ number: `R-${n}-${m}`, asset_id: asset, department_id: department, source: "web" },
        ...{ reported_by_name: "Ward", problem: "It beeps", reported_at: reported },
        ...{ equipment_down: (n + m) % 3 ? 1 : 0, priority: m % 2 ? "high" : "low" },
        cause_code: ["battery", "accessory", "no_problem_found", null][(n + m) % 4],
        status: m === 5 ? "cancelled" : isOver ? "closed" : "new",
        closed_at: isOver && m !== 5 ? reported + 5 * DAY : null,
        restored_at: isOver ? reported + 3 * DAY : null,
        is_repeat: m % 4 === 1 ? 1 : 0,
        sla_respond_by: reported + HOUR,
        first_response_at: isOver ? reported + (m % 3) * HOUR : null,
        vendor_id: m % 2 ? vendor : null,
      });
      const overEnd = at(before(m, "28"), 12);
      if (overEnd + 6 * DAY < now)
        await rows.add("asset_downtimes", {
          ...{ asset_id: asset, kind: m % 4 ? "unplanned" : "planned" },
          ...{ started_at: overEnd, ended_at: overEnd + 6 * DAY },
        });
      const day = before(m, "05");
      if (day <= today)
        await rows.add("service_reports", {
          ...{ asset_id: asset, service_ticket: `S-${n}-${m}`, service_on: day, done_by: "Meera" },
          ...{ service_type: m % 2 ? "pm" : "other", checks_no: m % 3 ? 0 : 2 },
          billed_to: ["internal", "vendor", "contract"][m % 3],
          ...{ service_cost_minor: 1000 + m, parts_cost_minor: m * 7 },
          ...{ total_cost_minor: 1000 + m * 8, cancelled_at: m === 6 ? 1 : null },
          id: `${newId(Date.parse(day) + DAY)}`,
        });
    }
    if (n < 3)
      await planned(rows, {
        assetId: asset,
        from: before(13, "12"),
        until: today,
        every: [1, "month"],
      });
  }
  for (const [at, set] of ["exception = 'in_use'", "deferrals = 2"].entries())
    await rows.run(
      `update due_occurrences set ${set} where company_id = ?1 and due_on >= ?2 and substr(id, -1) in (${at ? "'1', '3', '5', '7'" : "'0', '4', '7', '8', 'c'"})`,
      before(9),
    );
  const store = await rows.value<string>(
    "select id from stores where company_id = ? order by id limit 1",
  );
  for (const [n, quantity] of [0, 3, 7, 11].entries()) {
    const item = await rows.add("stock_items", {
      ...{ store_id: store, name: `Idle ${slug} ${n}`, quantity, rate_minor: 1_250 + n },
    });
    if (quantity)
      await rows.addUnstamped("stock_movements", {
        ...{ stock_item_id: item, kind: "opening", qty: quantity, unit_cost_minor: 1_250 + n },
        ...{ balance_after: quantity, seq: 1, actor_name: "Keeper" },
        at: n === 3 ? now - 364 * DAY : now - 366 * DAY,
      });
  }
  await rows.add("asset_downtimes", {
    ...{
      asset_id: benches[1]!.asset,
      kind: "unplanned",
      started_at: now - 3 * DAY,
      ended_at: null,
    },
  });
  const contract = await rows.add("contracts", {
    ...{ number: `AMC-${slug}`, kind: "amc", vendor_id: vendor, value_minor: 1_000_003 },
    ...{ start_on: before(8, "17"), end_on: before(-4, "16") },
  });
  await rows.add("contract_assets", {
    ...{ contract_id: contract, asset_id: benches[0]!.asset, value_share_minor: 400_001 },
  });
  await rows.add("contract_assets", {
    ...{ contract_id: contract, asset_id: benches[1]!.asset, value_share_minor: 600_002 },
    ...{ from_on: before(7, "20"), to_on: before(1, "20") },
  });
  const db = companyDb(rows);
  await rows.run(
    "update company_jobs set done_on = ?2, cursor = null where company_id = ?1 and id = 'closings'",
    before(13, "01"),
  );
  for (;;) {
    const job = (await rows.first<{ done_on: string; cursor: string | null }>(
      "select done_on, cursor from company_jobs where company_id = ? and id = 'closings'",
    ))!;
    if (job.done_on >= today) break;
    const work = { job: "closings", today, doneOn: job.done_on, cursor: job.cursor } as const;
    if (await closingsOfTheDay(db, work, timeZone, now)) break;
  }
  await countVendors(db, { today, timeZone, at: now });
  await keepStatistics(db, { timeZone, now });
  const session = (await personSession(
    w.env as unknown as Env,
    rows.db,
    company.id,
    company.users.admin.id,
  ))!;
  return { company, session, benches, vendor };
}
