import { figureNumber, unitOf } from "#app/shared/figure-text.ts";
import { formatMinor } from "#app/shared/money.ts";
import type { ChartCell } from "#app/shared/statistics.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { beginExport } from "../lists/exports.ts";
import { statisticsOf } from "./statistics.ts";

const plain = { locale: "en-US" };
/** A figure as a file keeps it: without grouping, money in whole units. */
function cellText({ value, as, text }: ChartCell): string | null {
  if (value === null) return text ?? null;
  if (as === "money") return formatMinor(Math.round(value));
  return figureNumber(value, as, plain).replaceAll(",", "");
}

/** The table of one chart as a file, the first one when none is named. @throws Response 403; 404 for a chart that is not there; 429 */
export async function exportChart(session: Session, params: URLSearchParams): Promise<Export> {
  if (!session.can("view-asset")) return notFound("chart");
  const { charts, period } = await statisticsOf(session, params);
  const name = params.get("chart") ?? charts[0]?.key;
  const chart = charts.find(({ key }) => key === name) ?? notFound("chart");
  await beginExport(session, "export-asset", `Statics Data: ${chart.title}`);
  const { heads, of, rows } = chart.table;
  const unit = (at: number) => {
    const name = unitOf(rows[0]?.cells[at]?.as ?? "count");
    return name ? ` (${name})` : "";
  };
  async function* pages() {
    yield rows.map(({ label, cells }) => [label, ...cells.map(cellText)]);
  }
  return {
    name: `statics-${chart.key}-${period.first}-${period.last}`,
    head: [of, ...heads.map((head, at) => `${head}${unit(at)}`)],
    pages: pages(),
  };
}
