import { Link, redirect, useLocation } from "react-router";
import { type ReportFilterKey, reportFilters } from "#app/shared/report-filters.ts";
import { FormDialog } from "#app/ui/dialog.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, type Filter, ListPage } from "#app/ui/list-page.tsx";
import { PageHead, Readout } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { hasNone } from "#worker/domain/reports/all.ts";
import { askForReport } from "#worker/domain/reports/ask.ts";
import { reportPage } from "#worker/domain/reports/read.ts";
import { subscribe } from "#worker/domain/reports/subscriptions.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { wakeRuns } from "#worker/web/run-kinds.ts";
import { searchChoices } from "../masters/choices.ts";
import type { Route } from "./+types/report";
import { OfAllNote } from "./of-all.tsx";
import "../../css/reports.css";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { searchParams } = new URL(request.url);
  if (hasNone(session, searchParams)) throw redirect("/reports");
  return { ...(await reportPage(session, searchParams)), isMember: session.isMember };
}

export const action = actions({
  run: {
    run: async ({ session, request, visit }, values) => {
      const answer = await askForReport(session, new URL(request.url).searchParams, values);
      wakeRuns(visit);
      return answer;
    },
    reply: goesOn("/reports#runs"),
  },
  subscribe: {
    run: ({ session, request }, values) =>
      subscribe(session, new URL(request.url).searchParams, values),
    reply: goesOn("/reports#mail"),
  },
});

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.title ?? "Report"} - Plumbline` },
];

type Data = Route.ComponentProps["loaderData"];
type Row = Data["rows"][number];

/** So many columns stand in a list of usual width, a long text counting for two, and so many where it is wide. */
const [USUAL, WIDE] = [8, 13];
const DUES = 6;

/** A card has a code on top, the first long text as its name, then what has room; a list shows what fits, and the others under Columns. */
function columnsOf(columns: Data["columns"]): Column<Row>[] {
  const name = Math.max(
    0,
    columns.findIndex(({ isLong }) => isLong),
  );
  let [dues, width] = [0, 0];
  return columns.map(({ label, isNumeric, isCode, isTime, isLong }, at): Column<Row> => {
    const place = at === name ? "c-name" : at === 0 && isCode ? "c-top" : "c-due";
    if (place === "c-due") dues++;
    width += isLong ? 2 : 1;
    const card = place === "c-due" && dues > DUES ? "c-hide" : place;
    const isWide = width > USUAL && width <= WIDE;
    return {
      key: `c${at}`,
      label,
      card,
      // A day with its time is shown whole.
      ...(isTime ? { look: `${card} time${isWide ? " w-1" : ""}` } : {}),
      numeric: isNumeric,
      long: isLong,
      ...(isCode ? { as: "code" as const } : {}),
      ...(isWide ? { wide: 1 as const } : {}),
      ...(width > WIDE ? { optional: true } : {}),
      show: ({ cells }) => cells[at],
    };
  });
}

function filtersOf({ filterKeys, chosen }: Data): Filter[] {
  return filterKeys.map((key): Filter => {
    const filter = reportFilters[key as ReportFilterKey];
    const { label } = filter;
    if ("isDate" in filter) return { key, label, isDate: true };
    if ("options" in filter) return { key, label, options: [...filter.options] };
    return { key, label, load: searchChoices(filter.list), selected: chosen[key] ?? null };
  });
}

const formats = [
  { value: "csv", label: "CSV" },
  { value: "pdf", label: "PDF" },
];

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { title, about, name, more, isWithheld, sums, isUnsummed, isAsked, isMember } = loaderData;
  const { search } = useLocation();
  const dialog = useDialog();
  const params = new URLSearchParams(search);
  const isTooLong = params.has("as");
  for (const key of ["after", "do", "as", "sums"]) params.delete(key);
  params.set("of", name);
  const summing = new URLSearchParams(params);
  summing.set("sums", "1");
  const asked = dialog.asked("do");
  return (
    <div className="stack">
      <PageHead
        title={title}
        crumbs={[{ label: "Reports", to: "/reports" }]}
        actions={
          <>
            <a className="btn" href={`/report/file.csv?${params}`} download>
              <Icon name="dl" />
              CSV
            </a>
            <a className="btn" href={`/report/file.pdf?${params}`}>
              <Icon name="print" />
              PDF
            </a>
            {isMember && (
              <>
                <Link className="btn" to={dialog.to({ do: "run" })}>
                  <Icon name="clock" />
                  In the background
                </Link>
                <Link className="btn" to={dialog.to({ do: "subscribe" })}>
                  <Icon name="mail" />
                  Monthly by mail
                </Link>
              </>
            )}
          </>
        }
      />
      <p className="muted report-about">
        {about}.
        {more && (
          <>
            {" "}
            {more.text} <Link to={more.to}>{more.label}</Link>.
          </>
        )}
      </p>
      {isWithheld && <OfAllNote />}
      {sums && (
        <Readout
          label="All rows that match"
          figures={sums.map(({ label, text }) => ({ label, value: text }))}
        />
      )}
      {isUnsummed && (
        <Note tone="info">
          More rows match than are added up here. Their sums stand in the PDF and the file.
        </Note>
      )}
      <ListPage<Row>
        title={title}
        head={false}
        result={loaderData}
        filters={filtersOf(loaderData)}
        columns={columnsOf(loaderData.columns)}
        rowName={(row) => row.cells[0] ?? ""}
        actions={
          !isAsked && (
            <Link className="btn btn-sm" to={`/report?${summing}`}>
              <Icon name="bars" />
              Add up all rows
            </Link>
          )
        }
        empty={{ title: isWithheld ? "Not open to you" : "Nothing to report yet" }}
      />
      {(asked === "run" || asked === "subscribe") && (
        <FormDialog
          {...dialog.shown}
          key={asked}
          title={asked === "run" ? `Make ${title} in the background` : `${title} by mail`}
          verb={asked === "run" ? "Make the file" : "Send each month"}
          hidden={{ intent: asked }}
          problem={refusalOf(actionData)}
        >
          <p className="muted">
            {asked === "run" && isTooLong && "A PDF of so many rows takes a while. "}
            {asked === "run"
              ? "You are told when it is ready, and find it under Reports for 30 days."
              : "In the first morning of each month you get a link to it, with these filters and the month before."}
          </p>
          <SelectField
            name="format"
            label="As"
            options={formats}
            placeholder={false}
            defaultValue={isTooLong ? "pdf" : "csv"}
          />
        </FormDialog>
      )}
    </div>
  );
}
