import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { usualMinutes } from "#app/shared/due-load.ts";
import { type DueView, daysFrom, rangeOf } from "#app/shared/due-range.ts";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import type { Lists } from "#worker/db/as-lists.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
import { metered, newMeter } from "#worker/db/meter.ts";
import { A_DAY } from "#worker/domain/due/first-entries.ts";
import { holdsBetween, holdsIn } from "#worker/domain/due/holds.ts";
import { narrowedDays } from "#worker/domain/due/narrowed-days.ts";
import { narrowingOf } from "#worker/domain/due/narrowing.ts";
import type { Asker } from "#worker/domain/lists/documents.ts";

let w: World;
let company: Company;
let shard: Rows;
let few: string;
let many: string;
const vendor = newId();
const team = newId();
const [building, room] = [newId(), newId()];
let asset: string;
const today = dayIn("Asia/Kolkata");
const DEVICES = 700;
const OF_FEW = 40;

/** A hospital with some 70 planned services a day: of most of its devices in one Location, of a few in another. */
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "narrow", 2, 0);
  shard = rowsOf(w, company);
  const places = await mastersFor(w, company, "Narrow");
  few = places.departmentId;
  many = (await mastersFor(w, company, "Wide")).departmentId;
  await shard.add("vendors", { id: vendor, name: "Visitor", phone: "1", is_service: 1 });
  await shard.add("teams", { id: team, name: "Team", leader_user_id: company.users.admin.id });
  await shard.add(
    "locations",
    {
      id: building,
      name: "B",
      path: "B",
      path_ids: `/${building}/`,
      level: "building",
      depth: 1,
      parent_id: null,
    },
    {
      id: room,
      name: "R",
      path: "B / R",
      path_ids: `/${building}/${room}/`,
      level: "room",
      depth: 2,
      parent_id: building,
    },
  );
  const devices = Array.from({ length: DEVICES }, (_, n) => ({
    ...{
      id: newId(),
      asset_code: `N-${n}`,
      name: `Device ${n % 7}`,
      qr_token: newId(),
      lifecycle: "in_service",
    },
    ...{ category_id: places.categoryId, department_id: n < OF_FEW ? few : many },
    ...{ criticality: n % 3 ? "medium" : "high", vendor_id: n % 90 ? null : vendor },
    ...{ team_id: n % 35 ? null : team, location_id: n % 60 ? null : room },
  }));
  asset = devices[1]!.id;
  await shard.add("assets", ...devices);
  const kinds = ["pm", "calibration"];
  const schedules = devices.flatMap(({ id }, n) =>
    kinds.map((kind, at) => ({
      ...{ id: newId(), asset_id: id, kind, title: kind, source: "oem", mode: "fixed" },
      ...{ interval_unit: "day", interval_count: 10, anchor_on: today },
      ...{ minutes: n % 4 ? null : 25, vendor_id: (n + at) % 150 ? null : vendor },
      ...(n % 20 === at
        ? { hold_from: addDays(today, -3), hold_until: addDays(today, 9), hold_reason: "Closed" }
        : { hold_from: null, hold_until: null, hold_reason: null }),
    })),
  );
  await shard.add("schedules", ...schedules);
  const due = `date('${today}', ((k * 20 + n % 20) - 200) || ' days')`;
  await shard.run(
    `with recursive steps (k) as (select 0 union all select k + 1 from steps where k < 19),
       own as (select id, asset_id, kind, row_number() over (order by id) as n from schedules where company_id = ?1),
       made as (select own.*, k, n * 41 + k as m, ${due} as due_on from own cross join steps)
     insert into due_occurrences (company_id, id, created_at, updated_at, schedule_id, asset_id, kind, due_on, opens_on, closes_on, status, defer_to,
       assigned_user_id, assigned_team_id)
     select ?1, printf('%08x-0000-7000-8000-%012x', k, n), 1, 1, id, asset_id, kind, due_on, iif(m % 13, date(due_on, '-6 days'), null), date(due_on, '+6 days'),
       case when m % 37 = 0 then 'cancelled' when m % 19 = 0 then 'missed' when due_on < ?2 and m % 5 then 'done'
         when m % 9 = 0 then 'deferred' when m % 23 = 0 then 'in_progress' else 'scheduled' end,
       iif(m % 9 = 0, date(due_on, (m % 61 - 30) || ' days'), null),
       iif(m % 110 = 0, ?3, null), iif(m % 60 = 0, ?4, null)
     from made`,
    today,
    company.users.engineer.id,
    team,
  );
}, 120_000);

const standing = `case when o.status in ('done', 'missed') then o.status when o.plan_on between s.hold_from and s.hold_until then 'held'
  when o.plan_on < '${today}' then 'overdue' when coalesce(o.opens_on, o.plan_on) <= '${today}' then 'in_window' else 'planned' end`;
const minutes = `coalesce(s.minutes, case o.kind when 'pm' then ${usualMinutes.pm} else ${usualMinutes.calibration} end)`;

/** The planned services of a range that a condition keeps, each as plain SQL finds it. */
const recount = (from: string, to: string, where: string) =>
  shard.all<{ id: string; on: string; standing: string; minutes: number }>(
    `select o.id, o.plan_on as "on", ${standing} as standing, ${minutes} as minutes from due_occurrences o
     join assets a on a.company_id = o.company_id and a.id = o.asset_id join schedules s on s.company_id = o.company_id and s.id = o.schedule_id
     where o.company_id = ?1 and o.plan_on between ?2 and ?3 and o.status <> 'cancelled' and (${where})`,
    from,
    to,
  );

type Values = Record<string, string>;

/** What the calendar finds, with the rows that it reads. */
async function looked(view: DueView, values: Values, departments: string[] | null) {
  const meter = newMeter();
  const userId = company.users.engineer.id;
  const stamp = { actorId: userId, actorName: "Engineer" } as never;
  const scope = departments && { departments, userId };
  const db = new CompanyDb(metered(shard.db, meter, "tenant"), company.id, stamp, scope);
  const asker = { session: { actor: { userId } }, db, today, now: Date.now() } as unknown as Asker;
  const range = rangeOf(view, today);
  const first = view === "month" ? `${today.slice(0, 7)}-01` : range.from;
  const narrowing = narrowingOf(asker, values);
  const found = narrowedDays(asker, { view, ...range, first }, values, narrowing);
  const [rows, holding] = await db.read(found.statement, holdsBetween(db, range.from, range.to));
  const holds = holdsIn(holding as Lists[]);
  return { ...found.of(rows as { lists: string }[], holds), range, first, read: meter.read };
}

const sorted = (lines: string[]) => lines.sort();
const sums = (rows: { on: string; standing: string; minutes: number }[], isTimed: boolean) => {
  const by = new Map<string, [number, number]>();
  for (const { on, standing: how, minutes: takes } of rows) {
    const [count, sum] = by.get(`${on} ${how}`) ?? [0, 0];
    by.set(`${on} ${how}`, [count + 1, sum + (isTimed ? takes : 0)]);
  }
  return sorted([...by].map(([key, [count, sum]]) => `${key} ${count} ${sum}`));
};

const isOfVendor = () => `a.vendor_id = '${vendor}' or s.vendor_id = '${vendor}'`;
const isOfTeam = () =>
  `o.assigned_team_id = '${team}' or o.assigned_team_id is null and a.team_id = '${team}'`;
/** Filters, what they keep, and whether an index of theirs finds all of it. */
const cases: [name: string, values: () => Values, where: () => string, isWhole?: boolean][] = [
  ["nothing", () => ({}), () => "1"],
  [
    "a Location with few devices",
    () => ({ department: few }),
    () => `a.department_id = '${few}'`,
    true,
  ],
  ["a Location with many", () => ({ department: many }), () => `a.department_id = '${many}'`],
  ["a criticality", () => ({ criticality: "high" }), () => "a.criticality = 'high'"],
  ["a vendor", () => ({ vendor }), isOfVendor, true],
  ["a team", () => ({ team }), isOfTeam, true],
  ["a place", () => ({ place: building }), () => `a.location_id = '${room}'`, true],
  ["a device", () => ({ asset }), () => `a.id = '${asset}'`, true],
  [
    "oneself",
    () => ({ person: "me" }),
    () => `o.assigned_user_id = '${company.users.engineer.id}'`,
    true,
  ],
  [
    "nobody",
    () => ({ person: "none" }),
    () => "o.assigned_user_id is null and o.assigned_team_id is null",
  ],
  ["a kind", () => ({ kind: "calibration" }), () => "o.kind = 'calibration'"],
  ["a kind kept elsewhere", () => ({ kind: "warranty_end" }), () => "0", true],
  ...["done", "missed", "held", "overdue", "in_window", "planned"].map(
    (how): (typeof cases)[number] => [how, () => ({ status: how }), () => `${standing} = '${how}'`],
  ),
  [
    "a kind of a Location that is done",
    () => ({ department: few, kind: "pm", status: "done" }),
    () => `a.department_id = '${few}' and o.kind = 'pm' and o.status = 'done'`,
    true,
  ],
  [
    "a team of a place",
    () => ({ team, place: building, criticality: "high" }),
    () => `(${isOfTeam()}) and a.location_id = '${room}' and a.criticality = 'high'`,
    true,
  ],
  [
    "a vendor of a Location",
    () => ({ vendor, department: many, kind: "pm" }),
    () => `(${isOfVendor()}) and a.department_id = '${many}' and o.kind = 'pm'`,
    true,
  ],
  [
    "oneself in a Location",
    () => ({ person: "me", department: few }),
    () => `o.assigned_user_id = '${company.users.engineer.id}' and a.department_id = '${few}'`,
    true,
  ],
];

const scopes: [name: string, of: () => string[] | null][] = [
  ["everybody", () => null],
  ["a person of a small Location", () => [few]],
  ["a person of both Locations", () => [few, many]],
];

describe.each(scopes)("the days of %s", (_, departmentsOf) => {
  test.each(cases)(
    "by %s are counted as they are, up to a bound",
    async (__, valuesOf, whereOf, isWhole) => {
      const departments = departmentsOf();
      const seen = departments?.map((id) => `'${id}'`).join(", ");
      const where = `(${whereOf()}) and ${seen ? `a.department_id in (${seen})` : "1"}`;
      for (const view of ["month", "week", "year"] as const) {
        const { counted, cut, entries, range, first, read } = await looked(
          view,
          valuesOf(),
          departments,
        );
        const all = await recount(range.from, range.to, where);
        const there = all.filter(({ on }) => !cut.has(on));
        const isTimed = view !== "year";
        expect(
          sorted(counted.map((one) => `${one.on} ${one.standing} ${one.count} ${one.minutes}`)),
        ).toEqual(sums(there, isTimed));
        expect(read).toBeLessThanOrEqual(4_800);
        if (isWhole || view === "week") expect([...cut]).toEqual([]);
        // What is cut is the last of the days, as they are looked at.
        const days = daysFrom(range.from, range.to);
        const at = days.indexOf(first);
        const inTurn = [...days.slice(at), ...days.slice(0, at)];
        const possible = inTurn.filter((on) => cut.has(on));
        expect(
          inTurn
            .slice(inTurn.length - possible.length)
            .filter((on) => !cut.has(on) && all.some((one) => one.on === on)),
        ).toEqual([]);
        const known = new Map(there.map((one) => [one.id, one]));
        const shown = new Map<string, number>();
        for (const { id, on, standing: how } of entries) {
          expect(known.get(id)).toMatchObject({ on, standing: how });
          shown.set(on, (shown.get(on) ?? 0) + 1);
        }
        for (const on of new Set(there.map((one) => one.on)))
          expect(shown.get(on) ?? 0, on).toBeGreaterThanOrEqual(
            Math.min(A_DAY[view], there.filter((one) => one.on === on).length),
          );
      }
    },
    60_000,
  );
});

test("a month and a year that are cut say up to which day they are counted, and call no sum whole", async () => {
  expect((await looked("month", { criticality: "high" }, null)).cut.size).toBeGreaterThan(0);
  const admin = await signedIn(w, company, "admin");
  const page = async (query: string) =>
    (await (await admin.page(`/due-service-calendar?${query}`)).text()).replaceAll("<!-- -->", "");
  const month = await page("criticality=high");
  expect(month).toMatch(
    /Counted up to \d\d [A-Z][a-z]{2} \d{4}: there is more than can be looked through at once\. Choose a week or narrow the filters\./,
  );
  expect(month).toMatch(/Up to \d+ [A-Z][a-z]{2}:/);
  expect(month).toContain("not counted</small>");
  const year = await page("view=year&criticality=high");
  expect(year).toContain("Counted up to ");
  expect(year).toMatch(/aria-label="[A-Z][a-z]{2} 31 Dec: not counted"/);
  expect(year).toMatch(/<th scope="row">[A-Z][a-z]+ \d{4}, up to \d+ [A-Z][a-z]{2}<\/th>/);
  expect(year).toContain("Not counted</td>");
  const whole = await page(`asset=${asset}`);
  expect(whole).not.toMatch(/not counted|Counted up to|Up to \d/);
});
