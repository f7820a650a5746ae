import { Link, useLocation } from "react-router";
import { type DueView, dueViews } from "#app/shared/due-range.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ViewsMenu } from "#app/ui/list-views.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { calendarUrl } from "./words.ts";

const names: Record<DueView, string> = {
  month: "Month",
  week: "Week",
  agenda: "Agenda",
  year: "Year",
};

const WORK_LIST = "/due-service-calendar/work-list";

/** Where what the calendar shows of a Location is taken along, up to the last day that it asks for. */
function takeUrl(search: string): string {
  const shown = new URLSearchParams(search);
  const asked = { department: shown.get("department"), until: shown.get("to") };
  const params = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return ["/rounds/take", new URLSearchParams(params)].map(String).filter(Boolean).join("?");
}

/** The views of the calendar. On a phone a month that nobody asked for is its agenda. */
function ViewSwitch({ view, isChosen }: { view: DueView; isChosen: boolean }) {
  const { search } = useLocation();
  return (
    <nav className="switch-view" aria-label="View">
      {dueViews.map((one) => (
        <Link
          key={one}
          to={calendarUrl(search, {
            view: one,
            ...(one === "agenda" ? {} : { from: null, to: null }),
          })}
          aria-current={one === view ? "page" : undefined}
          className={!isChosen && one === "agenda" ? "is-phone-view" : undefined}
          prefetch="intent"
        >
          {names[one]}
        </Link>
      ))}
    </nav>
  );
}

type Props = {
  view: DueView;
  isChosen: boolean;
  may: { edit: boolean; plan: boolean };
  columns?: readonly string[] | null;
};

/** The title with the views, the work list and the way to a schedule. */
export function CalendarHead({ view, isChosen, may, columns = null }: Props) {
  const { search } = useLocation();
  return (
    <PageHead
      isWide
      title="Due Services"
      badges={<ViewsMenu columns={columns} />}
      actions={
        <>
          <ViewSwitch view={view} isChosen={isChosen} />
          <Link className="btn hide-phone" to={calendarUrl(search, { view: null }, WORK_LIST)}>
            <Icon name="print" />
            Work list
          </Link>
          {may.edit && (
            <Link className="btn" to={takeUrl(search)}>
              <Icon name="dl" />
              Take along
            </Link>
          )}
          {may.plan && (
            <Link className="btn btn-primary" to="/schedule/create">
              <Icon name="plus" />
              Add schedule
            </Link>
          )}
        </>
      }
    />
  );
}
