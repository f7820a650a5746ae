import { dateText, timeText } from "#app/shared/dates.ts";
import { figureText } from "#app/shared/figure-text.ts";
import type { Chart, ChartCell } from "#app/shared/statistics.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Statistics } from "../domain/statistics/statistics.ts";
import type { Company } from "../session.ts";
import { chartMarks, type Mark, textOf } from "./chart-markup.tsx";
import { blocksOf } from "./pdf-chart.ts";
import { drawFacts, heading, small } from "./pdf-parts.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";
import { type Textures, texturesOf } from "./pdf-textures.ts";
import { slipOf } from "./slip.ts";

/** The width of a row's name; the figures share the rest. */
const NAME = 0.26;
/** So many figures stand side by side; a table of more goes on below. */
const SIDE_BY_SIDE = 13;
/** The height in points of what is not parted from its heading. */
const TOGETHER = 260;

/** A page of statistics on paper: the figures at its head, then each chart's sentence, drawing, formula and table. */
export async function statisticsPdf(
  { figures, charts, period, countedAt }: Statistics,
  company: Company,
  format: Paper,
  { ASSETS }: Pick<Env, "ASSETS">,
): Promise<Uint8Array> {
  const { company: name, host, header } = slipOf(company);
  const on = (day: string) => dateText(day, settingOf(company, "date_format"));
  const days = `${on(period.from)} – ${on(period.to)}`;
  const drawn = charts.map((chart) => ({ chart, marks: chartMarks(chart, company) }));
  const words = drawn.map(({ marks }) => marks.map(textOf));
  const texts = JSON.stringify([figures, charts, words, name, header]);
  const sheet = await Sheet.open(format, {
    title: `Statics Data ${days}`,
    foot: `Plumbline, ${host}`,
    texts: `${texts}0123456789.,%÷−Σ≤×– ${figureText(1, "money", company)}`,
    assets: ASSETS,
  });
  sheet.paragraph(name, { size: 13, font: "bold" });
  sheet.paragraph(header || host, small);
  sheet.paragraph(`Statics Data, ${days}`, { size: 14, font: "bold" });
  if (countedAt !== null)
    sheet.paragraph(`Counted ${timeText(countedAt, company.timeZone)}`, small);
  sheet.rule();
  drawFacts(
    sheet,
    figures.map(({ label, value, unit }) => ({
      name: label,
      text: [value, unit].filter(Boolean).join(" "),
    })),
  );
  const textures = texturesOf(sheet.doc);
  for (const { chart, marks } of drawn) {
    drawPicture(sheet, chart, marks, textures);
    drawTable(sheet, chart, company);
  }
  return sheet.bytes();
}

const cellText = ({ value, as, text }: ChartCell, company: Company) =>
  text ?? (value === null ? "n/a" : figureText(value, as, company));

/** The heading of a chart, its sentence and its drawing. */
function drawPicture(
  sheet: Sheet,
  { title, say, table }: Chart,
  marks: readonly Mark[],
  textures: Textures,
): void {
  const blocks = blocksOf(marks, { sheet, textures });
  const height = blocks.reduce((sum, block) => sum + block.height, 0);
  heading(sheet, title, 60 + Math.min(TOGETHER, height));
  sheet.paragraph(say);
  sheet.y -= 6;
  const isKnown = table.rows.some(({ cells }) => cells.some(({ value }) => value));
  if (!blocks.length && !isKnown) sheet.paragraph("n/a: there is nothing to draw.", small);
  for (const block of blocks) {
    sheet.room(block.height);
    block.draw();
    sheet.y -= block.height;
  }
  sheet.y -= 4;
}

/** How a chart is computed, and its figures. */
function drawTable(sheet: Sheet, { how, table }: Chart, company: Company): void {
  sheet.paragraph(`${how.formula}. ${how.text}`, small);
  const { heads, of, rows } = table;
  if (!rows.length) return;
  for (let from = 0; from < heads.length; from += SIDE_BY_SIDE) {
    const some = heads.slice(from, from + SIDE_BY_SIDE);
    const each = (sheet.width * (1 - NAME)) / some.length;
    const size = some.length > 6 ? 6.5 : 8.5;
    const row = (name: string, cells: readonly string[], quiet = false) =>
      sheet.row(
        [
          { text: name, width: sheet.width * NAME, quiet },
          ...cells.map((text) => ({ text, width: each, right: true, quiet })),
        ],
        size,
      );
    sheet.y -= 4;
    // A head is not parted from its first row.
    sheet.room(size * 6);
    row(of, some, true);
    for (const { label, cells } of rows)
      row(
        label,
        cells.slice(from, from + SIDE_BY_SIDE).map((one) => cellText(one, company)),
      );
  }
}
