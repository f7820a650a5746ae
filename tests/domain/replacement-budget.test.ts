import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { devices } from "#tests/support/compliance.ts";
import { newPerson } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";
import "#worker/domain/index.ts";
import { personSession } from "#worker/auth/person-session.ts";
import { budgetPage } from "#worker/domain/replacement/budget.ts";
import { replacementPage } from "#worker/domain/replacement/list.ts";
import { reportPage } from "#worker/domain/reports/read.ts";
import type { Session } from "#worker/session.ts";

let w: World;
let company: Company;
let rows: Rows;
let admin: Client;
let session: Session;
let wards: Awaited<ReturnType<typeof devices>>[];

const sessionOf = async (userId: string) =>
  (await personSession(w.env as unknown as Env, rows.db, company.id, userId))!;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "budgeted", 2, 0);
  rows = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  session = await sessionOf(company.users.admin.id);
  const today = companyToday();
  wards = [];
  for (const name of ["WARD", "CARE"])
    wards.push(
      await devices(
        rows,
        Array.from({ length: 70 }, () => "low"),
        name,
      ),
    );
  // Overdue, within the years, on the ends of months, beyond them, and never; odd prices, and some without one.
  const due = (n: number) => (n % 9 === 8 ? null : addDays(today, -400 + n * 35));
  const scores = wards.flatMap(({ ids }, ward) =>
    ids.map((asset_id, n) => ({
      ...{ asset_id, score: n, rank: 100 - n, grade: n % 2 ? "strong" : "none", parts: "{}" },
      ...{ replace_on: due(n), price_minor: n % 7 ? 12_345 * (n + 1) + ward : null },
      counted_on: today,
    })),
  );
  await rows.addUnstamped("replacement_scores", ...scores);
});

/** All rows of the list behind a number, page by page. */
async function behind(who: Session, to: string) {
  const { pathname, searchParams } = new URL(to, "http://budgeted.localhost");
  expect(pathname).toBe("/replacement");
  const found: Awaited<ReturnType<typeof replacementPage>>["rows"] = [];
  for (const params = searchParams; ; ) {
    const { rows: some, page } = await replacementPage(who, params);
    found.push(...some);
    if (!page.next) return found;
    params.set("after", page.next);
  }
}

/** Opens every link of the page and compares each number with its rows. @returns how many there are */
async function everyNumber(who: Session, search: string): Promise<number> {
  const { lines, total } = await budgetPage(who, new URLSearchParams(search));
  let numbers = 0;
  for (const { years, count, unpriced, rows: to } of [...lines, total]) {
    const sums: number[] = [];
    for (const year of to!.years) {
      const found = await behind(who, year);
      sums.push(found.reduce((sum, { budgetMinor }) => sum + (budgetMinor ?? 0), 0));
    }
    expect(sums).toEqual(years);
    expect((await behind(who, to!.count)).length).toBe(count);
    expect((await behind(who, to!.unpriced)).length).toBe(unpriced);
    numbers += years.length + 2;
  }
  return numbers;
}

test.each(["", "by=location"])(
  "each number of the budget opens the rows that add up to it: %s",
  async (search) => {
    expect(await everyNumber(session, search)).toBe(3 * 7);
  },
);

test("also of a person limited to a Location, who sees its rows alone", async () => {
  const { id } = await newPerson(w, company, { permissions: ["view-asset"] });
  await rows.add("user_scopes", { user_id: id, department_id: wards[1]!.department });
  const limited = await sessionOf(id);
  expect(await everyNumber(limited, "by=location")).toBe(2 * 7);
  const { total } = await budgetPage(limited, new URLSearchParams());
  const all = await budgetPage(session, new URLSearchParams());
  expect(total.count).toBeLessThan(all.total.count);
  // A link that somebody else has sent shows no more.
  const sent = all.lines.find(({ name }) => name.endsWith("WARD"))!.rows!.count;
  expect(await behind(limited, sent)).toEqual([]);
});

test("prices rise from year to year, and the file of the list says the same", async () => {
  const { total } = await budgetPage(session, new URLSearchParams());
  const [first] = await behind(session, total.rows!.years[0]!);
  const later = await behind(session, total.rows!.years[4]!);
  const priced = later.find(({ priceMinor }) => priceMinor !== null)!;
  expect(priced.budgetMinor).toBeGreaterThan(priced.priceMinor!);
  expect(first!.budgetMinor).toBe(first!.priceMinor && 100 * Math.round(first!.priceMinor / 100));
  for (const [at, to] of total.rows!.years.entries()) {
    const filters = new URL(to, "http://budgeted.localhost").searchParams;
    const asked = new URLSearchParams({ ...Object.fromEntries(filters), of: "replacement-list" });
    asked.set("sums", "1");
    const { columns, sums } = await reportPage(session, asked);
    expect(columns.map(({ label }) => label).join()).toContain("In the budget");
    const said = sums!.find(({ label }) => label.startsWith("In the budget"))!.text;
    expect(Number(said.replace(/[^\d.]/g, "")) * 100).toBeCloseTo(total.years[at]!, 0);
  }
});

test("the page has its numbers as links, and the list opens with what was asked", async () => {
  const html = await admin.text("/replacement/budget");
  const { lines, total } = await budgetPage(session, new URLSearchParams());
  const links = [...lines, total].flatMap(({ rows: to }) => to!.years);
  for (const to of links) expect(html).toContain(`href="${to.replaceAll("&", "&amp;")}"`);
  expect(html).toContain(`href="${total.rows!.unpriced.replaceAll("&", "&amp;")}"`);
  const list = await admin.text(links[0]!);
  expect(list).toContain("In the budget");
  expect(list).toContain("To be replaced until");
});
