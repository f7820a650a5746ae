import { Link, useLocation } from "react-router";
import { monthText } from "#app/shared/dates.ts";
import { plural } from "#app/shared/plural.ts";
import { Patterns } from "#app/ui/charts/legend.tsx";
import { FormDialog } from "#app/ui/dialog.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListToolbar } from "#app/ui/list-toolbar.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { useDates } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { subscribeStatistics } from "#worker/domain/statistics/monthly.ts";
import { statisticsOf } from "#worker/domain/statistics/statistics.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/statics";
import { PeriodSwitch, PeriodText, staticsFilters } from "./controls.tsx";
import { FigurePanel } from "./figure-panel.tsx";
import { KeyFigures } from "./key-figures.tsx";
import "#app/css/calls.css";
import "#app/css/statics.css";
import "#app/css/views.css";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const statistics = await statisticsOf(session, new URL(request.url).searchParams);
  const mayExport = session.can("export-asset");
  return { ...statistics, mayExport, isMember: session.isMember };
}

export const action = actions({
  subscribe: {
    run: ({ session, request }, values) =>
      subscribeStatistics(session, new URL(request.url).searchParams, values),
    reply: goesOn("/reports#mail"),
  },
});

export const meta = () => [{ title: "Statics Data - Plumbline" }];

export default function Statics({ loaderData, actionData }: Route.ComponentProps) {
  const { period, narrowed, tooMany, countedAt, chosen, figures, charts, mayExport, isMember } =
    loaderData;
  const { search } = useLocation();
  const dates = useDates();
  const dialog = useDialog();
  const filters = staticsFilters(chosen);
  const params = new URLSearchParams(search);
  const names = narrowed.ignored.map(
    (name) => filters.find(({ key }) => key === name)?.label ?? name,
  );
  return (
    <div className="stack">
      <PageHead
        isWide
        title="Statics Data"
        actions={
          <>
            <PeriodSwitch period={period} />
            <Link className="btn" to="/reports">
              Reports
            </Link>
            <a className="btn hide-phone" href={`/statics/statics.pdf${search}`}>
              <Icon name="print" />
              PDF
            </a>
            {isMember && (
              <Link className="btn hide-phone" to={dialog.to({ do: "subscribe" })}>
                <Icon name="mail" />
                Monthly by mail
              </Link>
            )}
          </>
        }
      />
      <ListToolbar
        title="Statics Data"
        query={{
          dir: "asc",
          size: 25,
          ...{ q: "", filters: Object.fromEntries(params), sort: "" },
        }}
        filters={filters}
        end={<PeriodText period={period} />}
      />
      {names.length > 0 && (
        <Note tone="info">
          Beside the Location one filter counts at a time. Not counted: {names.join(", ")}.
        </Note>
      )}
      {tooMany !== null ? (
        <EmptyState
          title="Choose a Location"
          text={plural(
            tooMany,
            "You see 1 Location. Its figures are too many for this period: choose a shorter one.",
            "You see {n} Locations. Figures of so many together are not kept for this period: choose one of them in the filter, or a shorter period.",
          )}
        />
      ) : countedAt === null ? (
        <EmptyState
          title="Nothing is counted yet"
          text="Figures are counted each morning from the company's records. The first count has not been made."
        />
      ) : (
        <>
          <KeyFigures figures={figures} months={period.months.map((month) => monthText(month))} />
          <p className="muted statics-note">
            Counted {dates.time(countedAt)}, and again each morning.
            {period.beforeWords && ` Compared with ${period.beforeWords}.`}
          </p>
          <Patterns />
          <div className="charts">
            {charts.map((chart) => (
              <FigurePanel key={chart.key} chart={chart} mayExport={mayExport} />
            ))}
          </div>
        </>
      )}
      {dialog.asked("do") === "subscribe" && (
        <FormDialog
          {...dialog.shown}
          title="Statics Data by mail"
          verb="Send each month"
          hidden={{ intent: "subscribe" }}
          problem={refusalOf(actionData)}
        >
          <p className="muted">
            In the first morning of each month you get a link to the PDF, with these filters, up to
            the month before.
          </p>
        </FormDialog>
      )}
    </div>
  );
}
