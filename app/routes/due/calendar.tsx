import { Link } from "react-router";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListToolbar } from "#app/ui/list-toolbar.tsx";
import { dueAgenda } from "#worker/domain/due/agenda.ts";
import { dueCalendar } from "#worker/domain/due/calendar.ts";
import type { OpenedDue } from "#worker/domain/due/opened.ts";
import { sessionContext } from "#worker/web/context.ts";
import { dueActions } from "#worker/web/due-actions.ts";
import type { Route } from "./+types/calendar";
import "#app/css/due.css";
import "#app/css/views.css";
import { Agenda } from "./agenda.tsx";
import { dueFilterList } from "./filters.ts";
import { DayGrid } from "./grid.tsx";
import { CalendarHead } from "./head.tsx";
import { DueMoveDialog } from "./move-form.tsx";
import { DuePanel } from "./panel.tsx";
import { YearMap } from "./year.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const params = new URL(request.url).searchParams;
  const isAgenda = params.get("view") === "agenda";
  return isAgenda
    ? { agenda: await dueAgenda(session, params), calendar: null }
    : { agenda: null, calendar: await dueCalendar(session, params) };
}

export { clientAction } from "#app/ui/sending.ts";
export const action = dueActions;
export const meta = () => [{ title: "Due Services - Plumbline" }];

export default function DueServices({ loaderData, actionData }: Route.ComponentProps) {
  const { agenda, calendar } = loaderData;
  const problem = refusalOf(actionData);
  if (agenda)
    return (
      <>
        <CalendarHead view="agenda" isChosen may={agenda.may} />
        <Agenda agenda={agenda} />
        <Opened due={agenda.opened} today={agenda.today} problem={problem} />
      </>
    );
  const { view, isChosen, may, query, chosen, today, opened } = calendar;
  const person = query.filters.person;
  return (
    <>
      <CalendarHead view={view} isChosen={isChosen || view !== "month"} may={may} />
      <ListToolbar
        title="Due Services"
        query={query}
        filters={dueFilterList(chosen, { isAgenda: false, person })}
        end={
          may.feeds && (
            <Link className="btn btn-sm" to="/calendar-feeds" prefetch="intent">
              <Icon name="cal" />
              Subscribe
            </Link>
          )
        }
      />
      <div className="cal">
        {view === "year" ? <YearMap calendar={calendar} /> : <DayGrid calendar={calendar} />}
        <Opened due={opened} today={today} problem={problem} />
      </div>
    </>
  );
}

/** The planned service that the address has open, and the dialog of its move. */
function Opened({
  due,
  today,
  problem,
}: {
  due: OpenedDue | null;
  today: string;
  problem: Refused | undefined;
}) {
  if (!due) return null;
  return (
    <>
      <DuePanel due={due} today={today} />
      <DueMoveDialog due={due} today={today} problem={problem} />
    </>
  );
}
