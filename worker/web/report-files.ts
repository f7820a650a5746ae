import { dayIn } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import { reportFilters } from "#app/shared/report-filters.ts";
import { qrOf } from "../domain/labels/qr.ts";
import { reportPath } from "../domain/reports/all.ts";
import {
  openReport,
  reportOfParts,
  reportPart,
  sheetOf,
  type WholeReport,
} from "../domain/reports/files.ts";
import { headOf, sumsText } from "../domain/reports/read.ts";
import { isNumeric, textOf } from "../domain/reports/rows.ts";
import type { RunKind } from "../domain/runs/kind.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import { writeCsv } from "../files/sheets/write-csv.ts";
import type { Session } from "../session.ts";
import { slipOf } from "./slip.ts";
import type { Table } from "./table-pdf.ts";

const widths = {
  ...{ text: 1.3, code: 1.4, day: 1.15, time: 1.2 },
  ...{ number: 0.7, hours: 0.8, money: 1, percent: 0.8 },
};

/** The words of a filter's value, where it is no name of a record. */
function saidFilter(key: string, value: string, format: string): string | null {
  const filter = Object.hasOwn(reportFilters, key)
    ? reportFilters[key as keyof typeof reportFilters]
    : null;
  if (!filter) return null;
  if ("isDate" in filter) return dateText(value, format);
  if ("options" in filter) return filter.options.find((one) => one.value === value)?.label ?? value;
  return null;
}

/** A report as it stands on paper. */
export function reportTable(
  { name, report, columns, filters, names, rows, sums }: WholeReport,
  session: Session,
): Table {
  const { company } = session;
  const format = settingOf(company, "date_format");
  return {
    ...slipOf(company),
    title: report.title,
    about: report.about,
    made: dateText(dayIn(company.timeZone), format),
    facts: Object.entries(filters).flatMap(([key, value]) => {
      const text = names[key] ?? saidFilter(key, value, format);
      const label = reportFilters[key as keyof typeof reportFilters]?.label;
      return text && label ? [{ name: label, text }] : [];
    }),
    columns: columns.map((column) => ({
      label: headOf(column, company),
      isNumeric: isNumeric(column),
      isCode: column.as === "code",
      wide: column.wide ?? widths[column.as ?? "text"],
    })),
    rows: rows.map((values) =>
      columns.map((column, at) => textOf(column, values[at] ?? null, company)),
    ),
    sums: sumsText(columns, sums, company),
    qr: qrOf(`${session.origin}${reportPath(name, filters)}`),
  };
}

/** Pieces as one. */
export async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(await new Blob(all as BlobPart[]).arrayBuffer());
}

/** A report that is made in the background. */
export const reportRun: RunKind = {
  open: openReport,
  part: reportPart,
  async finish(work, parts) {
    const whole = await reportOfParts(work, parts);
    const { env, session, run } = work;
    if (run.format === "pdf") {
      const { tablePdf } = await import("./table-pdf.ts");
      const table = reportTable(whole, session);
      return {
        bytes: await tablePdf(table, session.company, "a4", env),
        name: `${whole.name}.pdf`,
      };
    }
    const { head, pages } = sheetOf(whole);
    return { bytes: await joined(writeCsv(head, pages)), name: `${whole.name}.csv` };
  },
};
