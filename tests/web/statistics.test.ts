import { beforeAll, expect, test } from "vitest";
import { addMonths } from "#app/shared/company-time.ts";
import { type Client, d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { bench } from "#tests/support/report.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { keepStatistics } from "#worker/domain/statistics/count.ts";

const w = await world();
const company = await addCompany(w.env, "counted", 2, 2);
const other = await addCompany(w.env, "uncounted", 2, 2);
const rows: Rows = rowsOf(w, company);
const month = companyToday().slice(0, 7);
const before = addMonths(`${month}-01`, -1).slice(0, 7);
/** Noon of the tenth of a month. */
const tenth = (of: string) => Date.parse(`${of}-10T06:30:00Z`);
let admin: Client;
let [icu, ward] = ["", ""];

beforeAll(async () => {
  admin = await signedIn(w, company, "admin");
  const benches = [await bench(w, company, []), await bench(w, company, [])];
  [icu, ward] = benches.map(({ department }) => department) as [string, string];
  for (const [at, { asset }] of benches.entries()) {
    await rows.set("assets", asset, {
      ...{ put_to_use_on: "2020-01-01", purchase_cost_minor: 5_000_000 },
      criticality: at ? "low" : "life_support",
    });
    await rows.add("asset_details", { id: asset });
  }
  const causes = ["battery", "battery", "accessory", "user_error", null];
  for (const [at, cause] of causes.entries())
    for (const [place, { asset, department }] of benches.entries()) {
      const reported =
        tenth(at < 2 ? addMonths(`${before}-01`, -1).slice(0, 7) : before) + at * 60_000;
      const isOver = at !== 4 || place === 0;
      await rows.add("breakdowns", {
        ...{
          number: `K-${at}-${place}`,
          asset_id: asset,
          department_id: department,
          source: "web",
        },
        ...{ reported_by_name: "Ward", problem: "It beeps", reported_at: reported },
        ...{ equipment_down: at % 2, cause_code: cause, priority: place ? "low" : "high" },
        ...{ status: isOver ? (at === 4 ? "cancelled" : "closed") : "new" },
        closed_at: isOver && at !== 4 ? reported + 3_600_000 : null,
        restored_at: isOver && at !== 4 ? reported + 1_800_000 : null,
        sla_respond_by: reported + 600_000,
        first_response_at: at === 1 ? reported + 700_000 : isOver ? reported + 60_000 : null,
      });
    }
  await keepStatistics(companyDb(rows), { timeZone: "Asia/Kolkata", now: Date.now() });
});

/** The tables of the page: each figure of a chart with where it leads. */
async function figuresOf(client: Client, search = "") {
  const page = await client.page(`/statics${search}`);
  expect([page.status, d1Of(page).trips]).toEqual([200, upTo(2)]);
  const html = await page.text();
  return [
    ...html.matchAll(
      /<a[^>]* href="(\/(?:asset-breakdowns|all-assets)\?[^"]*)"[^>]*>([\d,]+)<\/a>/g,
    ),
  ].map(([, to, n]) => ({ to: to!.replaceAll("&amp;", "&"), n: Number(n!.replaceAll(",", "")) }));
}

/** How many rows a list has. */
async function rowsBehind(client: Client, to: string): Promise<number> {
  const { pathname, search } = new URL(to, "http://x");
  const path = pathname === "/all-assets" ? "/api/assets" : "/api/service-calls";
  const answer = await client.api(`${path}${search}&size=100`);
  const { data } = (await answer.json()) as { data: { rows: unknown[] } | unknown[] };
  return Array.isArray(data) ? data.length : data.rows.length;
}

test("every number is as many as the rows its link opens", async () => {
  const wards = await (await admin.page("/statics")).text();
  for (const search of ["", `?department=${icu}`, "?criticality=life_support", "?period=quarter"]) {
    const figures = await figuresOf(admin, search);
    if (search !== "?period=quarter") expect(figures.length, search).toBeGreaterThan(12);
    for (const to of new Set(figures.map((figure) => figure.to))) {
      const said = new Set(figures.filter((figure) => figure.to === to).map(({ n }) => n));
      expect([to, [...said]]).toEqual([to, [await rowsBehind(admin, to)]]);
    }
  }
  expect(wards).toContain("Calls by Location and month");
});

test("a person limited to a Location sums only that one, and nobody of another company sees any", async () => {
  const seen = ["view-asset", "view-breakdown"];
  const { id, client } = await colleague(w, company, ...seen);
  await rows.add("user_scopes", { user_id: id, department_id: ward });
  const limited = await client.page("/statics");
  const html = await limited.text();
  expect(html).toContain("5 calls were reported");
  expect(await (await admin.page("/statics")).text()).toContain("9 calls were reported");
  const hidden = await client.page(`/statics?department=${icu}`);
  expect(await hidden.text()).not.toContain("calls were reported");
  const stranger = await (await signedIn(w, other, "admin")).page(`/statics?department=${icu}`);
  expect(await stranger.text()).toContain("Nothing is counted yet");
});

test("a chart needs the permission of its subject; its file is its table", async () => {
  const viewer = await (await (await signedIn(w, company, "viewer")).page("/statics")).text();
  expect(viewer).toContain("Assets by Location");
  expect(viewer).not.toContain("Causes of calls");
  const file = await admin.page(`/statics/chart.csv?chart=causes`);
  expect(await file.text()).toMatch(
    /Cause,Calls,Share \(%\),Cumulated \(%\)\r?\n"?Battery"?,4,50\.0,50\.0/,
  );
  expect((await admin.page("/statics/chart.csv?chart=nothing")).status).toBe(404);
});

test("its PDF draws each chart that the page draws, and says where there is nothing to draw", async () => {
  const html = await (await admin.page("/statics")).text();
  const titles = [...html.matchAll(/aria-label="PNG of ([^"]+)"/g)].map(([, title]) => title!);
  expect(titles.length).toBeGreaterThan(8);
  for (const paper of ["a4", "letter"]) {
    const pdf = await admin.page(`/statics/statics.pdf?paper=${paper}`);
    expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    const pages = await readPdf(await pdf.arrayBuffer());
    const lines = pages.flatMap(({ texts, points, width, height }) => {
      for (const { x, y } of points)
        expect([x > 0 && x < width, y > 0 && y < height]).toEqual([true, true]);
      return texts.map(({ text, y }) => ({ text, y, points }));
    });
    for (const title of titles) {
      const at = lines.findIndex(({ text }) => text === title);
      expect(at, title).toBeGreaterThan(0);
      const { y, points } = lines[at]!;
      const drawn = points.filter((point) => point.y > y && point.y < y + 60);
      expect(drawn.length, title).toBeGreaterThan(3);
    }
    expect(lines.map(({ text }) => text)).toContain("n/a: there is nothing to draw.");
  }
});
