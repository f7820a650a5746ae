import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { assetSearchInsert, searchRowId, searchRowIdOf } from "#drizzle/search.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { addCompany, companyToday, insert, type World, world } from "#tests/support/world.ts";
import { sorts } from "#worker/domain/assets/columns.ts";

const COUNT = 400;
type Row = Record<string, string | number | null>;
let w: World;
let admin: Client;
let rows: Row[];
let db: D1Database;
const today = companyToday();
const masters: Record<
  "categories" | "sub_categories" | "departments" | "locations" | "teams" | "vendors",
  Row[]
> = {
  categories: [],
  sub_categories: [],
  departments: [],
  locations: [],
  teams: [],
  vendors: [],
};

/** A number that looks random and is the same each time. */
const chance = (n: number, salt: number) => (Math.imul(n * 31 + salt, 2_654_435_761) >>> 8) % 1000;
const pick = <T>(list: readonly T[], n: number, salt: number): T =>
  list[chance(n, salt) % list.length]!;

beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, "assetfilters", 2, 0);
  db = w.env.TENANT_DB_0;
  const at = Date.now();
  const own = () => ({ company_id: company.id, id: newId(), created_at: at, updated_at: at });
  const named = (word: string, count: number, more: (n: number) => Row = () => ({})) =>
    Array.from({ length: count }, (_, n) => ({ ...own(), name: `${word} ${n}`, ...more(n) }));
  masters.categories = named("Category", 3);
  masters.sub_categories = named("Sub", 3, (n) => ({ category_id: masters.categories[n]!.id! }));
  masters.teams = named("Team", 2);
  masters.vendors = named("Vendor", 2, () => ({ phone: "4321", is_supplier: 1 }));
  const place = (name: string, level: string, parent: Row | null): Row => {
    const base = own();
    return {
      ...base,
      name,
      level,
      parent_id: parent?.id ?? null,
      path: parent ? `${parent.path} / ${name}` : name,
      path_ids: `${parent?.path_ids ?? "/"}${base.id}/`,
      depth: Number(parent?.depth ?? 0) + 1,
    };
  };
  const city = place("City", "city", null);
  const sites = [place("North", "site", city), place("South", "site", city)];
  const floors = sites.flatMap((site) => [1, 2].map((n) => place(`Floor ${n}`, "floor", site)));
  masters.locations = [city, ...sites, ...floors];
  masters.departments = named("Ward", 3);
  for (const [table, list] of Object.entries(masters)) await insert(db, table, ...list);
  rows = Array.from({ length: COUNT }, (_, n) => {
    const id = newId(at - (COUNT - n) * 86_400_000);
    const day = (salt: number, spread: number, share: number) =>
      chance(n, salt) < share
        ? addDays(today, (chance(n, salt + 50) % spread) - Math.floor(spread / 2))
        : null;
    const some = (list: Row[], salt: number) =>
      chance(n, salt) < 700 ? pick(list, n, salt + 1).id! : null;
    return {
      company_id: company.id,
      id,
      created_at: at,
      updated_at: at,
      asset_code: `F-${String((n * 7919) % 10_007).padStart(5, "0")}`,
      name: pick(["Ventilator", "Infusion pump", "Patient monitor"], n, 1),
      make: "Acme",
      model: chance(n, 2) < 800 ? "M-5 x" : null,
      serial_no: chance(n, 3) < 800 ? `SN/${n}` : null,
      qr_token: id,
      category_id: pick(masters.categories, n, 4).id!,
      sub_category_id: some(masters.sub_categories, 5),
      department_id: pick(masters.departments, n, 6).id!,
      location_id: some(masters.locations, 7),
      team_id: some(masters.teams, 8),
      vendor_id: some(masters.vendors, 9),
      lifecycle: pick(
        ["received", "in_service", "in_service", "standby", "condemned", "disposed"],
        n,
        10,
      ),
      condition: pick(["working", "working", "working_limited", "not_working"], n, 11),
      criticality: pick(["life_support", "high", "medium", "low"], n, 12),
      cover_kind: pick([null, "warranty", "amc", "cmc"], n, 13),
      cover_until: day(14, 300, 700),
      pm_required: chance(n, 15) < 800 ? 1 : 0,
      cal_required: chance(n, 16) < 300 ? 1 : 0,
      next_pm_on: day(17, 200, 800),
      next_cal_on: day(18, 900, 500),
      purchase_on:
        chance(n, 19) < 800
          ? `20${10 + (chance(n, 20) % 15)}-0${1 + (chance(n, 21) % 9)}-11`
          : null,
      purchase_cost_minor:
        chance(n, 22) < 800 ? 10 ** (1 + (chance(n, 23) % 10)) * (1 + (chance(n, 24) % 9)) : null,
      not_located_since: chance(n, 25) < 50 ? today : null,
      failed_checks: chance(n, 26) < 100 ? 2 : 0,
    };
  });
  for (let from = 0; from < COUNT; from += 100)
    await insert(db, "assets", ...rows.slice(from, from + 100));
  await db
    .prepare(`${assetSearchInsert("1")} order by 1`)
    .bind(company.id)
    .run();
  admin = await clientOf(w, company.host, company.users.admin.email);
});

const within = (value: Row[string], from: string, to: string) =>
  value !== null && String(value) >= from && String(value) <= to;
const due = (column: string, required: string): Record<string, (row: Row) => boolean> => ({
  overdue: (row) => row[column] !== null && String(row[column]) < today,
  due: (row) => within(row[column]!, today, addDays(today, 30)),
  planned: (row) => row[column] !== null,
  missing: (row) => row[required] === 1 && row[column] === null,
});
const lasts = (row: Row) => row.cover_until !== null && String(row.cover_until) >= today;
const covered = (kind: string) => (row: Row) => row.cover_kind === kind && lasts(row);
const lacking = (column: string) => (row: Row) => row[column] === null;
const digits = (row: Row) =>
  row.purchase_cost_minor === null
    ? 0
    : String(Math.floor(Number(row.purchase_cost_minor) / 100)).length;
const equal = (column: string, values: readonly (string | number)[]) =>
  Object.fromEntries(values.map((value) => [value, (row: Row) => row[column] === value]));
const ofTable = (column: string, table: keyof typeof masters) =>
  equal(
    column,
    masters[table].map(({ id }) => id as string),
  );

/** What each filter means, said plainly: values, and which rows they keep. */
const reference = (): Record<string, Record<string, (row: Row) => boolean>> => ({
  category: ofTable("category_id", "categories"),
  sub: ofTable("sub_category_id", "sub_categories"),
  department: ofTable("department_id", "departments"),
  team: ofTable("team_id", "teams"),
  vendor: ofTable("vendor_id", "vendors"),
  place: Object.fromEntries(
    masters.locations.map(({ id, path_ids }) => [
      id,
      (row: Row) =>
        masters.locations.some(
          (one) => one.id === row.location_id && String(one.path_ids).startsWith(String(path_ids)),
        ),
    ]),
  ),
  lifecycle: {
    ...equal("lifecycle", ["received", "in_service", "standby", "condemned", "disposed"]),
    live: (row) => row.lifecycle !== "condemned" && row.lifecycle !== "disposed",
  },
  condition: equal("condition", ["working", "working_limited", "not_working"]),
  criticality: equal("criticality", ["life_support", "high", "medium", "low"]),
  cover: {
    ...Object.fromEntries(["warranty", "amc", "cmc"].map((kind) => [kind, covered(kind)])),
    none: (row) => row.cover_kind === null || (row.cover_until !== null && !lasts(row)),
    ...Object.fromEntries(
      [30, 60, 90].map((days) => [
        days,
        (row: Row) => within(row.cover_until!, today, addDays(today, days)),
      ]),
    ),
  },
  pm: due("next_pm_on", "pm_required"),
  cal: due("next_cal_on", "cal_required"),
  lost: { 1: (row) => row.not_located_since !== null },
  failed: { 1: (row) => Number(row.failed_checks) > 0 },
  year: Object.fromEntries(
    Array.from({ length: 15 }, (_, n) => [
      `20${10 + n}`,
      (row: Row) => String(row.purchase_on).startsWith(`20${10 + n}`),
    ]),
  ),
  price: Object.fromEntries(
    [3, 4, 5, 6, 7, 8, 9].map((band) => [
      band,
      (row: Row) =>
        digits(row) > 0 &&
        (band === 3 ? digits(row) <= 3 : band === 9 ? digits(row) >= 9 : digits(row) === band),
    ]),
  ),
  missing: {
    ...Object.fromEntries(
      Object.entries({
        ...{
          cost: "purchase_cost_minor",
          bought: "purchase_on",
          serial: "serial_no",
          model: "model",
        },
        ...{ place: "location_id", vendor: "vendor_id", team: "team_id" },
      }).map(([name, column]) => [name, lacking(column)]),
    ),
    photo: () => true,
    pm: due("next_pm_on", "pm_required").missing!,
    cal: due("next_cal_on", "cal_required").missing!,
  },
});

type Page = { ids: string[]; read: number; next: string | null };
async function page(query: string): Promise<Page> {
  const answer = await admin.api(`/api/assets?${query}`);
  const { data, next } = (await answer.json()) as { data: { id: string }[]; next: string | null };
  const { read } = d1Of(answer);
  expect([query, answer.status]).toEqual([query, 200]);
  return { ids: data.map(({ id }) => id), read, next };
}
async function all(query: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | null = ""; next !== null; next = pages.at(-1)!.next)
    pages.push(await page(next ? `${query}&after=${encodeURIComponent(next)}` : query));
  return pages;
}
const words = { ventilator: "Ventilator", "infusion pu": "Infusion pump" } as const;

describe("filters", () => {
  test("each of them alone keeps what it says", async () => {
    for (const [name, values] of Object.entries(reference()))
      for (const [value, fits] of Object.entries(values)) {
        const pages = await all(`${name}=${value}&size=100`);
        const expected = rows.filter(fits).map(({ id }) => id);
        expect([name, value, pages.flatMap(({ ids }) => ids).sort()]).toEqual([
          name,
          value,
          expected.sort(),
        ]);
      }
  });

  test("any combination, in any order, keeps what all of them say, for two rows read for each device that is walked", async () => {
    const columns = {
      ...{ code: "asset_code", name: "name", pm: "next_pm_on", cal: "next_cal_on" },
      ...{ cost: "purchase_cost_minor", bought: "purchase_on", cover: "cover_until" },
    };
    const byId = new Map(rows.map((row) => [row.id, row]));
    /** What a row is sorted by; those without it stand last, either way. */
    const worth = (sort: keyof typeof columns, dir: string) => (id: string) => {
      const value = byId.get(id)![columns[sort]];
      return typeof value === "number" ? (dir === "asc" ? value : -value) : (value ?? null);
    };
    const filters = reference();
    const names = Object.keys(filters);
    const oneOf = (name: string) =>
      fc.constantFrom(...Object.keys(filters[name]!)).map((value) => [name, value] as const);
    const asked = fc.record({
      filters: fc
        .subarray(names, { maxLength: 4 })
        .chain((chosen) => fc.tuple(...chosen.map(oneOf))),
      q: fc.option(fc.constantFrom(...(Object.keys(words) as (keyof typeof words)[])), {
        nil: null,
        freq: 3,
      }),
      sort: fc.constantFrom(
        ...(Object.keys(columns) as (keyof typeof columns)[]),
        "newest" as const,
      ),
      dir: fc.constantFrom("asc", "desc"),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ filters: set, q, sort, dir }) => {
        const params = new URLSearchParams([
          ...set,
          ["sort", sort],
          ["dir", dir],
          ...(q ? [["q", q]] : []),
        ] as [string, string][]);
        const pages = await all(params.toString());
        // An order by a date that is due shows those that have one, where nothing else is asked for.
        const dated =
          !set.length && !q && (sort === "pm" || sort === "cal")
            ? filters[sort]!.planned!
            : () => true;
        const fits = rows.filter(
          (row) =>
            dated(row) &&
            set.every(([name, value]) => filters[name]![value]!(row)) &&
            (!q || row.name === words[q]),
        );
        const ids = pages.flatMap((one) => one.ids);
        expect([...ids].sort()).toEqual(fits.map(({ id }) => id).sort());
        expect(Math.max(...pages.map(({ read }) => read))).toBeLessThanOrEqual(
          (q ? 4 : 2) * COUNT + 550,
        );
        if (sort === "newest")
          expect(ids).toEqual([...ids].sort((a, b) => (dir === "asc" ? 1 : -1) * (a < b ? -1 : 1)));
        else {
          const shown = ids.map(worth(sort, dir));
          const known = shown.filter((value) => value !== null);
          const rising = (one: string | number, two: string | number) =>
            typeof one === "number"
              ? one - Number(two)
              : (dir === "asc" ? 1 : -1) * (one < two ? -1 : one > two ? 1 : 0);
          expect(shown).toEqual([
            ...known.toSorted(rising as never),
            ...shown.slice(known.length).fill(null),
          ]);
        }
      }),
      { numRuns: 120 },
    );
  });

  test("every order without a filter lists the devices, page by page", async () => {
    for (const sort of Object.keys(sorts))
      for (const dir of ["asc", "desc"]) {
        const ids = (await all(`sort=${sort}&dir=${dir}&size=100`)).flatMap((one) => one.ids);
        const due = { pm: "next_pm_on", cal: "next_cal_on" }[sort];
        expect([sort, dir, ids.length]).toEqual([
          sort,
          dir,
          due ? rows.filter((row) => row[due] !== null).length : COUNT,
        ]);
        const shown = await (await admin.page(`/all-assets?sort=${sort}&dir=${dir}`)).text();
        expect([
          sort,
          dir,
          shown.includes("No assets yet"),
          shown.includes(`/asset/detail/${ids[0]}`),
        ]).toEqual([sort, dir, false, true]);
      }
  });

  test("what means nothing is as if it were not there", async () => {
    for (const query of [
      "pm=soon",
      "year=20",
      "price=x",
      "missing=__proto__",
      "lifecycle=gone",
      "lost=2",
    ])
      expect((await page(`${query}&size=25`)).ids).toEqual((await page("size=25")).ids);
    for (const query of ["category=unknown", `place=${newId()}`, 'vendor="*', "team=a OR b"])
      expect((await page(encodeURI(query))).ids).toEqual([]);
  });
});

test("a code is found however it is typed", async () => {
  const row = rows.find(
    ({ asset_code, serial_no, model }) => String(asset_code).length === 7 && serial_no && model,
  )!;
  const code = String(row.asset_code);
  for (const q of [
    code,
    code.toLowerCase(),
    code.replace("-", ""),
    code.replace("-", " "),
    `${code.slice(0, 2)}-${code.slice(2)}`,
  ])
    expect([q, (await page(`q=${encodeURIComponent(q)}`)).ids]).toEqual([
      q,
      expect.arrayContaining([row.id]),
    ]);
  for (const q of [row.serial_no, String(row.serial_no).replace("/", ""), `${row.serial_no} m5x`])
    expect((await page(`q=${encodeURIComponent(String(q))}`)).ids).toContain(row.id);
});

test("row ids of the search follow the time of the id, in SQL as in TypeScript", async () => {
  const ids = [...rows.map(({ id }) => String(id)), ...Array.from({ length: 50 }, () => newId())];
  const { results } = await db
    .prepare(`select value as id, cast(${searchRowIdOf("value")} as text) as row from json_each(?)`)
    .bind(JSON.stringify(ids))
    .all<{ id: string; row: string }>();
  expect(results.map(({ row }) => row)).toEqual(ids.map(searchRowId));
  const inTime = [...new Set(ids)].sort();
  const numbers = inTime.map((id) => BigInt(searchRowId(id)));
  expect(numbers.every((number, at) => at === 0 || numbers[at - 1]! <= number)).toBe(true);
});
