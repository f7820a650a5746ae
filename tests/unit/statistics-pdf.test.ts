import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Chart, ChartCell, Drawing } from "#app/shared/statistics.ts";
import { type ReadPage, readPdf } from "#tests/support/read-pdf.ts";
import type { Statistics } from "#worker/domain/statistics/statistics.ts";
import type { Company } from "#worker/session.ts";
import { lightTokens, lookOf } from "#worker/web/print-looks.ts";
import { statisticsPdf } from "#worker/web/statistics-pdf.ts";

const company = {
  ...{ id: "c", name: "Meridian", country: "GB", currency: "GBP", timeZone: "UTC" },
  ...{ locale: "en-GB", primaryHost: "m.localhost", settings: {}, limits: {}, counts: {} },
} as unknown as Company;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const cell = (value: number | null): ChartCell => ({ value, as: "count", to: "/all-assets" });

/** A chart of so many months or names with these columns. */
const chartOf = (
  title: string,
  draw: Drawing | null,
  labels: readonly string[],
  columns: readonly (readonly (number | null)[])[],
): Chart => ({
  ...{ key: title, title, say: `What ${title} says.`, draw },
  how: { formula: "n", text: "All of them" },
  table: {
    of: "Name",
    heads: columns.map((_, at) => months[at % 12]!),
    rows: labels.map((label, row) => ({ label, cells: columns.map((one) => cell(one[row]!)) })),
  },
});
const years = months.map((month) => `${month} 2026`);
const course = (from: number) => years.map((_, at) => from + ((at * 7) % 11));
const places = ["Theatre", "Ward with a rather long name of its own", "Stores"];
const charts = [
  chartOf("Columns", { kind: "columns", series: [0, 1, 2, 3] }, years, [1, 2, 3, 4].map(course)),
  chartOf("Line", { kind: "line", series: [0, 1], target: 12 }, years, [course(3), course(9)]),
  chartOf("Bars", { kind: "bars", series: [0], target: 40 }, places, [[31, null, 7]]),
  chartOf("Pareto", { kind: "pareto", count: 0, cumulated: 1 }, places, [
    [20, 6, 2],
    [71, 93, 100],
  ]),
  chartOf("Rings", { kind: "rings", share: 2, part: 1, whole: 0, target: 90 }, places.slice(0, 2), [
    [10, 20],
    [9, 15],
    [90, 75],
  ]),
  chartOf(
    "Heat",
    { kind: "heat", months: 12 },
    places,
    years.map((_, at) => [at, 50 - at, 0]),
  ),
  chartOf("Nothing", null, ["Calls"], [[null]]),
];

/** The same over three years, where its rows are months. */
const longer = (chart: Chart): Chart => {
  const { rows, heads } = chart.table;
  if (rows.length < 12 && heads.length < 12) return chart;
  const thrice = <T>(list: readonly T[]) => (list.length < 12 ? list : [...list, ...list, ...list]);
  const draw = chart.draw?.kind === "heat" ? ({ kind: "heat", months: 36 } as const) : chart.draw;
  const named = thrice(rows).map(({ label, cells }, at) => ({
    label: rows.length < 12 ? label : `${months[at % 12]} ${2024 + Math.floor(at / 12)}`,
    cells: thrice(cells),
  }));
  return { ...chart, draw, table: { ...chart.table, heads: thrice(heads), rows: named } };
};

/** A face as the build serves it. */
const faces = async (address: string | URL) =>
  new Response(readFileSync(`.${new URL(address, "http://assets").pathname}`));

const printed = async (some: readonly Chart[]) => {
  const period = { from: "2026-01-01", to: "2026-12-31", months: [] };
  const statistics = { figures: [], charts: some, period, countedAt: null };
  const bytes = await statisticsPdf(statistics as unknown as Statistics, company, "a4", {
    ASSETS: { fetch: faces } as unknown as Fetcher,
  });
  return { bytes, pages: await readPdf(bytes.slice().buffer) };
};

/** What stands between a chart's sentence and its formula, in mm. */
function drawingsOf(pages: readonly ReadPage[]) {
  let open: { title: string; words: string[]; points: number } | null = null;
  const drawings = new Map<string, { words: string[]; points: number }>();
  for (const { texts, points } of pages) {
    let top = 0;
    for (const { text, y } of texts) {
      const title = /^What (\w+) says\.$/.exec(text)?.[1];
      if (title) open = { title, words: [], points: 0 };
      else if (text === "n. All of them" && open) {
        open.points = points.filter((point) => point.y > top && point.y < y).length;
        drawings.set(open.title, open);
        open = null;
      } else open?.words.push(text);
      if (title) top = y;
    }
  }
  return drawings;
}

const { pages } = await printed(charts);
const drawings = drawingsOf(pages);
const EDGE = 16;

test("each chart is drawn between its sentence and its figures, in the order of the page", () => {
  expect([...drawings.keys()]).toEqual(charts.map(({ title }) => title));
  const least = { Columns: 98, Line: 80, Bars: 16, Pareto: 20, Rings: 60, Heat: 72 };
  for (const [title, points] of Object.entries(least))
    expect(drawings.get(title)!.points, title).toBeGreaterThanOrEqual(points);
});

test("its names, its values and what its tones mean stand in it", () => {
  const words = (title: string) => drawings.get(title)!.words;
  expect(words("Columns")).toEqual(expect.arrayContaining([...months, "50", "10"]));
  expect(words("Columns").slice(0, 4)).toEqual(["Jan", "Feb", "Mar", "Apr"]);
  expect(words("Line")).toEqual(expect.arrayContaining([...months, "15", "20"]));
  expect(words("Bars")).toEqual(expect.arrayContaining(["Theatre", "31", "n/a", "7"]));
  expect(words("Pareto")).toEqual(expect.arrayContaining(["80 %", "20", "6", "2", "Ward"]));
  expect(words("Rings")).toEqual(expect.arrayContaining(["90", "75", "9 / 10", "15 / 20"]));
  expect(words("Heat")).toEqual(expect.arrayContaining([...months, "Theatre", "50", "39"]));
});

test("a chart without figures says so", () => {
  expect(drawings.get("Nothing")).toMatchObject({
    words: ["n/a: there is nothing to draw."],
    points: 0,
  });
});

test.each([
  ["a year", charts],
  ["three years", charts.map(longer)],
])("nothing leaves the page: %s", async (_, some) => {
  for (const { width, height, points, texts } of (await printed(some)).pages) {
    for (const { x, y } of points)
      expect([x > EDGE && x < width - EDGE, y > 5 && y < height - 5]).toEqual([true, true]);
    for (const { x } of texts) expect(x > EDGE && x < width - EDGE).toBe(true);
  }
});

test("colours are those of the light theme, and each tone is lighter or darker than its neighbours", () => {
  const css = readFileSync("app/css/tokens.css", "utf8");
  const written = Object.keys(lightTokens).map((name) => [
    name,
    new RegExp(`--${name}:\\s*light-dark\\((#\\w+)`).exec(css)?.[1],
  ]);
  expect(Object.fromEntries(written)).toEqual(lightTokens);
  const greys = ["c1", "c3", "c2", "c4"].map((tone) => {
    const fill = lookOf([tone]).fill as { red: number; green: number; blue: number };
    return 0.3 * fill.red + 0.59 * fill.green + 0.11 * fill.blue;
  });
  for (const [at, grey] of greys.slice(1).entries())
    expect(Math.abs(grey - greys[at]!)).toBeGreaterThan(0.15);
});
