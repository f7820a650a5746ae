import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

const COUNT = 10_000;
let w: World;
let admin: Client;
let company: Company;
let m: Awaited<ReturnType<typeof manyAssets>>;
let id: Record<string, string>;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "manyassets", 2, 1);
  m = await manyAssets(w, company, COUNT);
  admin = await clientOf(w, company.host, company.users.admin.email);
  id = { category: m.categories[3]!.id, department: m.departments[4]!.id };
});

type Page = { ids: string[]; next: string | null; read: number };
async function page(query: string): Promise<Page> {
  const answer = await admin.api(`/api/assets?${query}`);
  const { data, next } = (await answer.json()) as { data: { id: string }[]; next: string | null };
  const { read } = d1Of(answer);
  return { ids: data.map((row) => row.id), next, read };
}
async function walk(query: string, most = Number.POSITIVE_INFINITY): Promise<Page[]> {
  const pages: Page[] = [];
  for (
    let next: string | null = "";
    next !== null && pages.length < most;
    next = pages.at(-1)!.next
  )
    pages.push(await page(next ? `${query}&after=${encodeURIComponent(next)}` : query));
  return pages;
}
const idsOf = (pages: Page[]) => pages.flatMap(({ ids }) => ids);
type Row = (typeof m.rows)[number];
const among = (fits: (row: Row) => boolean) => m.rows.filter(fits).map((row) => row.id);

/** What a page of a combination of filters, or in an order that no index serves, may read. */
const WALKED = 5_000;

describe("a page of 25 of 10,000 assets reads 150 rows by an index, else 5,000 at most", () => {
  const filters: [string, string[], (row: Row) => boolean][] = [
    ["category", ["category"], (row) => row.category_id === id.category],
    ["Location", ["department"], (row) => row.department_id === id.department],
    [
      "category and Location",
      ["category", "department"],
      (row) => row.category_id === id.category && row.department_id === id.department,
    ],
  ];
  for (const sort of ["", "newest"])
    test.each(filters)(`by %s, ${sort}, every page`, async (_, keys, fits) => {
      const pages = await walk(`sort=${sort}&${keys.map((key) => `${key}=${id[key]}`).join("&")}`);
      const isIndexed = keys.length === 1 && sort === "";
      expect(Math.max(...pages.map(({ read }) => read))).toBeLessThanOrEqual(
        isIndexed ? 150 : WALKED,
      );
      expect(new Set(idsOf(pages))).toEqual(new Set(among(fits)));
      expect(idsOf(pages)).toHaveLength(among(fits).length);
    });

  test.each([
    ["condition=not_working", 200, 150],
    ["condition=working_limited&sort=newest", 1000, WALKED],
    ["failed=1", 250, 150],
    ["failed=1&condition=not_working", 50, WALKED],
    ["condition=working&criticality=medium", 8800, WALKED],
    ["criticality=medium&missing=vendor&condition=working", 8800, WALKED],
  ])("%s, every page", async (query, count, most) => {
    const pages = await walk(query);
    expect(Math.max(...pages.map(({ read }) => read))).toBeLessThanOrEqual(most);
    expect(new Set(idsOf(pages)).size).toBe(count);
  });

  test("an order that no index serves is had for two rows a device that is walked", async () => {
    const worth = new Map(m.rows.map((row) => [row.id, [row.name, row.asset_code]] as const));
    for (const [query, fits] of [
      [`category=${id.category}`, (row: Row) => row.category_id === id.category],
      ["condition=working_limited", (row: Row) => row.condition === "working_limited"],
      [
        `q=AST-000&department=${id.department}`,
        (row: Row) => row.asset_code < "AST-00100" && row.department_id === id.department,
      ],
    ] as const)
      for (const [dir, sign] of [
        ["asc", 1],
        ["desc", -1],
      ] as const) {
        const pages = await walk(`${query}&sort=name&dir=${dir}`);
        const all = among(fits);
        expect([query, Math.max(...pages.map(({ read }) => read)) <= 2 * all.length + 600]).toEqual(
          [query, true],
        );
        const order = (one: string, two: string) =>
          sign * worth.get(one)![0].localeCompare(worth.get(two)![0]) ||
          worth.get(one)![1].localeCompare(worth.get(two)![1]);
        expect([query, dir, idsOf(pages)]).toEqual([query, dir, [...all].sort(order)]);
      }
  });

  test("what is too many to sort is listed by code, and says so", async () => {
    const query = "condition=working&sort=cost";
    expect(idsOf(await walk(query, 3))).toEqual(
      among((row) => row.condition === "working").slice(0, 75),
    );
    const html = (await (await admin.page(`/all-assets?${query}`)).text()).replaceAll(
      "<!-- -->",
      "",
    );
    const head = html.slice(html.indexOf("<thead"), html.indexOf("</thead>"));
    expect(html).toContain("More than 2,250 assets are searched: too many to sort by cost");
    expect([
      head.includes("aria-sort"),
      head.includes("Too many to sort by PM date. Narrow the list first."),
    ]).toEqual([true, true]);
    const one = await admin.page(`/all-assets?${query}`);
    expect(d1Of(one).read).toBeLessThanOrEqual(WALKED);
  });

  test("the screen counts what it tells within the same bounds", async () => {
    const shown = async (query: string) => {
      const answer = await admin.page(`/all-assets?${query}`);
      return { read: d1Of(answer).read, html: await answer.text() };
    };
    const whole = await shown("");
    expect(whole.read).toBeLessThanOrEqual(150);
    for (const text of ["<dt>Assets</dt><dd>10,000</dd>", "<dt>Not working</dt>"])
      expect(whole.html).toContain(text);
    const found = await shown("q=ventilator");
    expect(found.read).toBeLessThanOrEqual(2_000);
    expect(found.html).toContain("of 1,000+");
  });

  test("condition with category or Location, however rare", async () => {
    for (const key of ["category", "department"])
      expect((await page(`condition=not_working&${key}=${id[key]}`)).read).toBeLessThanOrEqual(500);
  });

  test("the last page costs what the first does", async () => {
    const pages = await walk("size=25");
    expect(idsOf(pages)).toEqual(m.rows.map((row) => row.id));
    expect(pages.at(-1)!.read / pages[0]!.read).toBeLessThanOrEqual(1.1);
    for (const sort of ["name", "newest"]) {
      const first = await page(`sort=${sort}&dir=asc`);
      const last = await page(`sort=${sort}&dir=desc`);
      expect(last.read / first.read).toBeLessThanOrEqual(1.1);
    }
  });
});

test("a person limited to some Locations reads a bounded number of rows, and sees only theirs", async () => {
  const { host, users } = company;
  const mine = m.departments.slice(3, 6).map((one) => one.id);
  const limitTo = (locations: readonly string[]) =>
    insert(
      m.db,
      "user_scopes",
      ...locations.map((department_id) => ({
        ...{ company_id: company.id, id: newId(), created_at: 1, updated_at: 1 },
        user_id: users.engineer.id,
        department_id,
      })),
    );
  await limitTo(mine);
  const engineer = await clientOf(w, host, users.engineer.email);
  const everyone = admin;
  try {
    admin = engineer;
    for (const [query, most] of [
      ["", 150],
      ["dir=desc", 150],
      ["condition=not_working", WALKED],
      [`category=${id.category}`, WALKED],
      [`category=${id.category}&sort=code&dir=desc`, WALKED],
      ["sort=name", WALKED],
      ["sort=pm", WALKED],
      [`department=${mine[0]}`, 150],
    ] as const) {
      const pages = await walk(query);
      expect(Math.max(...pages.map(({ read }) => read)), query).toBeLessThanOrEqual(most);
      const keeps: (row: Row) => boolean = (row) =>
        (!query.startsWith("condition") || row.condition === "not_working") &&
        (!query.startsWith("category") || row.category_id === id.category) &&
        (!query.startsWith("department") || row.department_id === mine[0]) &&
        query !== "sort=pm";
      const seen = among((row) => mine.includes(row.department_id) && keeps(row));
      expect(idsOf(pages), query).toEqual(query.includes("desc") ? seen.reverse() : seen);
    }
    // More Locations than D1 joins at once are merged in two steps.
    const nine = m.departments.slice(3, 12).map((one) => one.id);
    await limitTo(nine.slice(3));
    // The first answer after a change is made twice.
    await engineer.api("/api/assets");
    for (const query of ["", "dir=desc"]) {
      const pages = await walk(query, 6);
      expect(Math.max(...pages.map(({ read }) => read)), query).toBeLessThanOrEqual(170);
      const seen = among((row) => nine.includes(row.department_id));
      const ids = idsOf(pages);
      expect(ids, query).toEqual((query ? seen.reverse() : seen).slice(0, ids.length));
    }
    // With many Locations a page walks a few devices of each.
    await limitTo(m.departments.map((one) => one.id).filter((one) => !nine.includes(one)));
    await engineer.api("/api/assets");
    for (const query of ["", "sort=name", "condition=working"]) {
      const pages = await walk(query, 6);
      expect(Math.max(...pages.map(({ read }) => read)), query).toBeLessThanOrEqual(WALKED);
      const seen = idsOf(pages);
      const all = among((row) => !query.startsWith("condition") || row.condition === "working");
      expect(seen.length, query).toBeGreaterThan(60);
      expect(seen, query).toEqual(all.slice(0, seen.length));
    }
  } finally {
    admin = everyone;
  }
});

test("a place with more devices than are walked in no order is walked by code", async () => {
  const place = newId();
  const stamps = { company_id: company.id, created_at: 1, updated_at: 1 };
  await insert(m.db, "locations", {
    ...{ ...stamps, id: place, level: "city", name: "Big place", path: "Big place", depth: 1 },
    path_ids: `/${place}/`,
  });
  const standing = m.rows.filter((_, n) => n % 2 === 0).map((row) => row.id);
  await m.db
    .prepare(
      "update assets set location_id = ? where company_id = ? and id in (select value from json_each(?))",
    )
    .bind(place, company.id, JSON.stringify(standing))
    .run();
  await insert(m.db, "counters", {
    ...{ company_id: company.id, id: `assets.under:${place}`, value: standing.length },
  });
  const pages = await walk(`place=${place}`, 20);
  expect(Math.max(...pages.map(({ read }) => read))).toBeLessThanOrEqual(WALKED);
  expect(idsOf(pages)).toEqual(standing.slice(0, 500));
});

test("a rare device is found however far the walk goes, there and back", async () => {
  const rare = m.rows.filter((_, n) => n % 2_500 === 2_499);
  await m.db
    .prepare(
      "update assets set criticality = 'low' where company_id = ? and id in (select value from json_each(?))",
    )
    .bind(company.id, JSON.stringify(rare.map((row) => row.id)))
    .run();
  const pages = await walk("criticality=low&missing=vendor");
  expect(idsOf(pages)).toEqual(rare.map((row) => row.id));
  expect(Math.max(...pages.map(({ read }) => read))).toBeLessThanOrEqual(WALKED);
  const html = await (await admin.page("/all-assets?criticality=low&missing=vendor")).text();
  expect(html).toContain("2,250 assets were searched for this page. The next page searches on");
  const shown: string[] = [];
  let before: string | null = new URLSearchParams(
    /[?&;](before=[^"&]+)/.exec(await lastPage("criticality=low&missing=vendor"))?.[1],
  ).get("before");
  while (before) {
    const text: string = await (
      await admin.page(`/all-assets?criticality=low&missing=vendor&before=${before}`)
    ).text();
    shown.unshift(
      ...rare.map((row) => row.id).filter((one) => text.includes(`/asset/detail/${one}`)),
    );
    before = /before=([^"&]+)/.exec(text)?.[1] ?? null;
  }
  expect(shown).toEqual(rare.slice(0, shown.length).map((row) => row.id));
  expect(shown.length).toBeGreaterThanOrEqual(3);
});

/** The page on which a list ends. */
async function lastPage(query: string): Promise<string> {
  for (let after = ""; ; ) {
    const text: string = await (await admin.page(`/all-assets?${query}&after=${after}`)).text();
    const next = /after=([^"&]+)/.exec(text)?.[1];
    if (!next) return text;
    after = next;
  }
}

describe("a search of any term reads 300 rows, or walks a bounded set under a filter, and is never an error", () => {
  const terms = [
    "AST",
    "a",
    "ventilator",
    "pump",
    "acme m5 ast sn",
    "AST-00042",
    "ast00042",
    "SN-7919",
    "nothing-like-it",
  ];
  const strange = [
    '"',
    "*",
    "NEAR(a b)",
    "a AND",
    "-",
    "😀",
    "x".repeat(10_000),
    "kind:asset",
    "company : c",
    "%_",
    "';--",
    "\u0000",
    "NOT OR",
  ];
  test.each([...terms, ...strange].map((q) => [q.slice(0, 40), q]))("%s", async (_, q) => {
    for (const more of [
      "",
      `&category=${id.category}`,
      `&department=${id.department}`,
      "&condition=not_working",
      "&failed=1",
    ])
      expect((await page(`q=${encodeURIComponent(q)}${more}`)).read).toBeLessThanOrEqual(
        more ? WALKED : 300,
      );
  });

  test("finds by code with and without separators", async () => {
    for (const q of ["AST-00042", "ast00042", "AST 00042"])
      expect(idsOf([await page(`q=${encodeURIComponent(q)}`)])).toEqual([m.rows[41]!.id]);
  });

  test("pages through all that match, also under a filter", async () => {
    const all = await walk("q=ventilator");
    expect(new Set(idsOf(all))).toEqual(new Set(among((row) => row.name === "Ventilator")));
    expect(Math.max(...all.map(({ read }) => read))).toBeLessThanOrEqual(300);
    const broken = await walk("q=ventilator&condition=not_working");
    const expected = among((row) => row.name === "Ventilator" && row.condition === "not_working");
    expect(new Set(idsOf(broken))).toEqual(new Set(expected));
    const here = await walk(`q=pump&department=${id.department}`);
    expect(new Set(idsOf(here))).toEqual(
      new Set(among((row) => row.name.includes("pump") && row.department_id === id.department)),
    );
  });
});
