import { dateText, timeText } from "#app/shared/dates.ts";
import { figureText } from "#app/shared/figure-text.ts";
import type { Chart, ChartCell } from "#app/shared/statistics.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Statistics } from "../domain/statistics/statistics.ts";
import type { Company } from "../session.ts";
import { drawFacts, heading, small } from "./pdf-parts.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";
import { slipOf } from "./slip.ts";

/** The width of a row's name; the figures share the rest. */
const NAME = 0.26;

/** A page of statistics on paper: the figures at its head, then each chart's sentence, formula and table. */
export async function statisticsPdf(
  { figures, charts, period, countedAt }: Statistics,
  company: Company,
  format: Paper,
  { ASSETS }: Pick<Env, "ASSETS">,
): Promise<Uint8Array> {
  const { company: name, host, header } = slipOf(company);
  const on = (day: string) => dateText(day, settingOf(company, "date_format"));
  const days = `${on(period.from)} – ${on(period.to)}`;
  const texts = JSON.stringify([figures, charts, name, header]);
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
  for (const chart of charts) drawChart(sheet, chart, company);
  return sheet.bytes();
}

const cellText = ({ value, as, text }: ChartCell, company: Company) =>
  text ?? (value === null ? "n/a" : figureText(value, as, company));

function drawChart(sheet: Sheet, { title, say, how, table }: Chart, company: Company): void {
  heading(sheet, title, 60);
  sheet.paragraph(say);
  sheet.paragraph(`${how.formula}. ${how.text}`, small);
  const { heads, of, rows } = table;
  if (!rows.length) return;
  const each = (sheet.width * (1 - NAME)) / heads.length;
  const size = heads.length > 6 ? 6.5 : 8.5;
  const row = (name: string, cells: readonly string[], quiet = false) =>
    sheet.row(
      [
        { text: name, width: sheet.width * NAME, quiet },
        ...cells.map((text) => ({ text, width: each, right: true, quiet })),
      ],
      size,
    );
  sheet.y -= 4;
  row(of, heads, true);
  for (const { label, cells } of rows)
    row(
      label,
      cells.map((one) => cellText(one, company)),
    );
}
