import { expect, test } from "vitest";
import { addMonths, startOfDay } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { d1Of, signedIn } from "#tests/support/client.ts";
import { eachKnowledge } from "#tests/support/large-hospital.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, TIME_ZONE, world } from "#tests/support/world.ts";
import { firstMonthDifference } from "#worker/domain/compliance/recount.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";

const DEVICES = 15_000;
/** In the month that is asked for all devices are due, in the others one of five. */
const [ASKED, ONE_OF] = [6, 5];
const DEPARTMENTS = 60;
const CATEGORIES = 20;
const ID = "printf('%08x-0000-7000-8000-%012x', months.key + 1, schedules.rowid)";

/** Rows that a page reads; where a filter looks through rows, two of each that a list looks through at most. */
const [MOST, MOST_NARROWED] = [300, 300 + 2 * 2_000];

test("13 months at 15,000 devices are told in 300 rows, whatever the planner knows, and add up to their rows", async () => {
  const w = await world();
  const company = await addCompany(w.env, "thirteen", 2, 2);
  const rows = rowsOf(w, company);
  const some = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => ({ id: newId(), name: `${name} ${n}` }));
  const [departments, categories] = [some(DEPARTMENTS, "Ward"), some(CATEGORIES, "Kind")];
  await rows.add("departments", ...departments);
  await rows.add("categories", ...categories);
  const team = await rows.add("teams", { name: "Biomedical" });
  const assets = some(DEVICES, "Device").map((asset, n) => ({
    ...{ ...asset, asset_code: `T-${n}`, make: "Acme", model: "M5", qr_token: asset.id },
    ...{ criticality: ["life_support", "high", "medium", "low"][n % 4], condition: "working" },
    ...{ category_id: categories[n % CATEGORIES]!.id, lifecycle: "in_service" },
    department_id: departments[(n + Math.floor(n / 20)) % DEPARTMENTS]!.id,
  }));
  await rows.add("assets", ...assets);
  await rows.add(
    "schedules",
    ...assets.map(({ id }) => ({
      ...{ asset_id: id, kind: "pm", title: "PM", source: "oem", mode: "fixed" },
      ...{ interval_unit: "month", interval_count: 1, anchor_on: "2025-01-01", team_id: team },
    })),
  );
  const month = companyToday().slice(0, 7);
  const months = Array.from({ length: 13 }, (_, n) => addMonths(`${month}-01`, n - 12));
  const each = `from schedules cross join json_each(?) as months where schedules.company_id = ?1 and (?3 or schedules.rowid % ${ONE_OF} = 0)`;
  const at = startOfDay(companyToday(), TIME_ZONE);
  for (const [key, on] of months.entries()) {
    const one = JSON.stringify({ [key]: on });
    const id = ID.replace("months.key", "cast(months.key as integer)");
    await rows.run(
      `insert into due_occurrences (company_id, id, created_at, updated_at, schedule_id, asset_id, kind, due_on, status, done_on, opens_on, closes_on)
       select ?1, ${id}, 1, 1, schedules.id, asset_id, kind, months.value, 'done', months.value, months.value, months.value ${each}`,
      one,
      Number(key === ASKED),
    );
    await rows.run(
      `insert into due_closings (company_id, id, month, occurrence_id, asset_id, schedule_id, kind, due_on, opens_on, closes_on, settles_on,
         department_id, category_id, team_id, criticality, state, exclusion, excluded_by, excluded_at, closed_at, outcome, settled_at, standing)
       select ?1, id, substr(due_on, 1, 7), id, asset_id, schedule_id, kind, due_on, due_on, due_on, due_on, department_id, category_id, team_id, criticality,
         iif(n, 'due', 'excluded'), iif(n, null, 'held'), iif(n, null, 'Head'), iif(n, null, 1), ?3, iif(n, standing, null), iif(n, ?3, null), standing
       from (select o.*, a.department_id, a.category_id, a.criticality, s.team_id, s.rowid % 20 as n,
           case s.rowid % 20 when 0 then 'excluded' when 1 then 'late' when 2 then 'not_done' else 'on_time' end as standing
         from due_occurrences o join schedules s on s.company_id = o.company_id and s.id = o.schedule_id
         join assets a on a.company_id = o.company_id and a.id = o.asset_id where o.company_id = ?1 and o.due_on = ?2)`,
      on,
      at,
    );
  }
  expect(await rows.count("due_closings")).toBe(DEVICES + (12 * DEVICES) / ONE_OF);
  expect(await firstMonthDifference(openForJob(rows.db, company.id))).toBeNull();

  const admin = await signedIn(w, company, "admin");
  const limited = await colleague(w, company, "view-asset", "export-asset");
  for (const { id } of departments.slice(0, 12))
    await rows.add("user_scopes", { user_id: limited.id, department_id: id });
  const [ward, kind] = [departments[3]!.id, categories[3]!.id];
  const plain = ["", "tab=excluded", "tab=not_done", "tab=late", "kind=pm", `team=${team}`];
  const narrowed = [`location=${ward}`, `category=${kind}`, "criticality=high", "kind=calibration"];
  narrowed.push(`location=${ward}&category=${kind}`, "tab=late&criticality=low");
  const dear: string[] = [];
  await eachKnowledge(rows.db, async (known) => {
    await admin.page("/profile.data");
    for (const search of [...plain, ...narrowed])
      for (const [who, { page }] of Object.entries({ admin, limited: limited.client })) {
        const answer = await page(
          `/pm-compliance.data?month=${months[ASKED]!.slice(0, 7)}&${search}`,
        );
        expect(answer.status).toBe(200);
        const { read, trips } = d1Of(answer);
        // A list of which too few fit asks how far it has looked.
        const isPlain = who === "admin" && plain.includes(search);
        if (read > (isPlain ? MOST : MOST_NARROWED) || trips > (isPlain ? 2 : 3))
          dear.push(`${search || "all"} of ${who}, ${known}, reads ${read} in ${trips}`);
      }
  });
  expect(dear).toEqual([]);
}, 240_000);
