import type { Choice, ListResult } from "#app/shared/list.ts";
import { currencySign } from "#app/shared/money-text.ts";
import { numberText } from "#app/shared/numbers.ts";
import { plural } from "#app/shared/plural.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { KEPT_DAYS, MOST_KEPT, MOST_RUNNING, ownRuns } from "../runs/runs.ts";
import {
  askerOfReport,
  mayRead,
  reportIn,
  reportNamed,
  reportPath,
  reports,
  viewOf,
} from "./all.ts";
import { chosenIn } from "./chosen.ts";
import type { Report, ReportColumn } from "./declaration.ts";
import { mailedOf } from "./mailed.ts";
import {
  filtersIn,
  isNumeric,
  readRows,
  readSums,
  rowsAfter,
  type Sums,
  summed,
  textOf,
} from "./rows.ts";
import { ownSubscriptions } from "./subscriptions.ts";

const SIZE = 25;
/** Pages that report more than a list does. */
const pages: readonly { to: string; title: string; about: string; needs: Permission }[] = [
  {
    ...{ to: "/pm-compliance", title: "PM compliance", needs: "view-asset" },
    about: "Months as they were frozen when they were over, with their evidence",
  },
  {
    ...{ to: "/replacement", title: "Replacement", needs: "view-asset" },
    about: "Devices by what speaks for replacing them, the condemnation board and the budget",
  },
  {
    ...{ to: "/reliability", title: "Reliability", needs: "view-breakdown" },
    about: "How long devices of a make and model run until they fail",
  },
];

/** The reports of a person, with the files they have asked for and what they get by mail. Two round trips, side by side. */
export async function reportsPage(session: Session) {
  const [runs, subscriptions] = await Promise.all([ownRuns(session), ownSubscriptions(session)]);
  return {
    reports: [
      ...pages.filter(({ needs }) => session.can(needs)),
      ...Object.entries(reports)
        .filter(([, report]) => mayRead(session, report))
        .map(([name, { title, about }]) => ({ to: reportPath(name), title, about })),
    ].map(({ to, title, about }) => ({ to, title, about })),
    runs,
    running: runs.filter(({ status }) => status === "queued" || status === "running").length,
    most: MOST_RUNNING,
    keptDays: KEPT_DAYS,
    mostKept: MOST_KEPT,
    subscriptions: subscriptions.map(({ id, report, format, params }) => {
      const mailed = mailedOf(report);
      return { id, format, title: mailed?.title ?? report, to: mailed?.to(params) ?? "/reports" };
    }),
  };
}

/** The heading of a column: money says its currency. */
export const headOf = ({ label, as }: ReportColumn, { locale, currency }: Session["company"]) =>
  as === "money" ? `${label}, ${currencySign(locale, currency)}` : label;

/** What was added up, in words: how many rows, and each sum with its column's name. */
export function sumsText(
  columns: readonly ReportColumn[],
  { rows, byColumn }: Sums,
  company: Session["company"],
): { label: string; text: string }[] {
  return [
    { label: plural(rows, "Row", "Rows"), text: numberText(rows, company.locale) },
    ...columns
      .filter(({ isSummed }) => isSummed)
      .map((column) => {
        const sum = byColumn[column.label] ?? 0;
        const isExact = column.as === "money" || column.as === "hours";
        const value = isExact ? sum : Math.round(sum * 10) / 10;
        return { label: headOf(column, company), text: textOf(column, value, company) };
      }),
  ];
}

type Row = { id: string; cells: string[] };
const PLACE = /^(\d{1,7}):(\[.{0,400}\])$/s;

/** Where a page begins, as an address carries it: how many rows stand before, and the key of the last of them. */
function placeIn(
  params: URLSearchParams,
  report: Report,
): { after: string | null; before: number } {
  const [, before, after = ""] = PLACE.exec(params.get("after") ?? "") ?? [];
  const none = { after: null, before: 0 };
  if (!before) return none;
  try {
    const key = JSON.parse(after) as unknown[];
    const isKey =
      key.length === report.key.length &&
      key.every((one) => one === null || ["string", "number"].includes(typeof one));
    return isKey ? { after, before: Number(before) } : none;
  } catch {
    return none;
  }
}

/**
 * A report's page: its first rows, and the sums of all where they are asked for.
 * One round trip. @throws Response 403, 404
 */
export async function reportPage(session: Session, params: URLSearchParams) {
  const name = reportIn(session, params);
  const report = reportNamed(session, name);
  const db = session.authorize(viewOf(report));
  const asker = askerOfReport(session, db);
  const filters = filtersIn(report, params);
  const columns = report.columns(asker, filters);
  const isSummed = params.has("sums") || Object.keys(filters).length > 0;
  const chosen = chosenIn(db, report, filters);
  const { after, before } = placeIn(params, report);
  const read = (await db.read(
    rowsAfter(report, asker, filters, after, SIZE + 1),
    ...(isSummed ? [summed(report, asker, filters)] : []),
    ...chosen.statements,
  )) as unknown as [
    { row: string; key: string }[],
    ...(readonly { rows: number; sums: string }[])[],
  ];
  const found = readRows(read[0]);
  const shown = found.slice(0, SIZE);
  const sums = isSummed ? readSums(columns, read[1]!) : null;
  const list: ListResult<Row> = {
    rows: shown.map(({ values, key }) => ({
      id: key,
      cells: columns.map((column, at) => textOf(column, values[at] ?? null, session.company)),
    })),
    page: {
      from: shown.length ? before + 1 : 0,
      to: before + shown.length,
      total: sums?.rows ?? null,
      capped: false,
      next: found.length > SIZE ? `${before + SIZE}:${shown.at(-1)!.key}` : null,
      previous: null,
    },
    query: { q: "", sort: "", dir: "asc", size: SIZE, filters },
  };
  return {
    ...list,
    name,
    title: report.title,
    about: report.about,
    more: report.more ?? null,
    isWithheld: report.isOfAll === true && db.scope !== null,
    columns: columns.map((column) => ({
      label: headOf(column, session.company),
      isNumeric: isNumeric(column),
      isCode: column.as === "code",
      isTime: column.as === "time",
      isLong: (column.wide ?? 1) > 1,
    })),
    filterKeys: Object.keys(report.filters),
    chosen: chosen.of(
      (read as unknown as Choice[][]).slice(isSummed ? 2 : 1) as Choice[][],
    ) as Record<string, Choice>,
    sums: sums && sumsText(columns, sums, session.company),
    isUnsummed: isSummed && sums === null,
    isAsked: isSummed,
    badDays: ["from", "to"].filter((key) => filters[key] && !isDay(filters[key])),
  };
}
