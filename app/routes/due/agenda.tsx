import { useLocation } from "react-router";
import { type DueSource, dueSources } from "#app/shared/due-sources.ts";
import { dueKinds, standings } from "#app/shared/due-standing.ts";
import { occurrenceRules } from "#app/shared/flows/occurrences.ts";
import { plural } from "#app/shared/plural.ts";
import { BulkMoves } from "#app/ui/bulk-moves.tsx";
import { DateField } from "#app/ui/fields.tsx";
import type { Column } from "#app/ui/list-page.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { ListToolbar } from "#app/ui/list-toolbar.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { RowLinks } from "#app/ui/row-links.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { DateText, useDates } from "#app/ui/time.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import type { DueAgenda } from "#worker/domain/due/agenda.ts";
import type { ShownDue } from "#worker/domain/due/occurrence-list.ts";
import { CutSources } from "./cut-sources.tsx";
import { SourceEntry } from "./day-cell.tsx";
import { dueFilterList } from "./filters.ts";
import { AssignFields, CauseField } from "./move-fields.tsx";
import { calendarUrl, openUrl } from "./words.ts";
import { TakeAlong, WorkListOf } from "./work-list-link.tsx";

const columns: Column<ShownDue>[] = [
  { key: "planOn", label: "Day", card: "c-due", as: "day", sortable: true, keep: true },
  { key: "kind", label: "Kind", card: "c-meta", show: ({ kind }) => dueKinds[kind] },
  { key: "name", label: "Asset", card: "c-name", field: "name" },
  { key: "code", label: "Code", card: "c-top", as: "code", field: "code" },
  { key: "location", label: "Location", card: "c-meta", field: "location" },
  {
    key: "window",
    label: "Window",
    optional: true,
    show: ({ opensOn, closesOn, dueOn }) => (
      <>
        <DateText on={opensOn ?? dueOn} /> to <DateText on={closesOn ?? dueOn} />
      </>
    ),
  },
  { key: "dueOn", label: "Due on", as: "day", optional: true },
  { key: "deferrals", label: "Deferred", numeric: true, optional: true },
  { key: "assignee", label: "Assigned to", field: "assignee" },
  {
    key: "standing",
    label: "Status",
    card: "c-state",
    show: ({ standing }) => {
      const { tone, icon, word } = standings[standing];
      return (
        <Badge tone={tone} icon={icon} calm={standing === "planned" || standing === "done"}>
          {word}
        </Badge>
      );
    },
  },
];

const offered = ["assign", "defer", "could-not-be-done"];
const orders = { newest: "newest first", plan: "day" };

/** What a move asks of many at once, besides its reason. */
const fieldsOf = (today: string) => (move: string) =>
  move === "assign" ? (
    <AssignFields />
  ) : move === "defer" ? (
    <>
      <DateField name="deferTo" label="New date" required min={today} />
      <CauseField />
    </>
  ) : move === "could-not-be-done" ? (
    <CauseField required />
  ) : null;

/** Dates that are kept elsewhere: those of the days beside a list, or of one kind that the address asks for alone. */
function OtherDates({ agenda, source }: { agenda: DueAgenda; source: string | null }) {
  const { date } = useDates();
  const { also, sources, today } = agenda;
  if (!also || !(source || sources.dates.length)) return null;
  const isOne = also.from === also.to;
  const days = isOne ? date(also.from) : `${date(also.from)} to ${date(also.to)}`;
  const beside = isOne ? "Also on this day" : "Also on these days";
  return (
    <Panel title={source ? `${source}, ${days}` : beside} className="due-also">
      {sources.dates.length === 0 && <p>None on these days.</p>}
      <RowLinks>
        <ul className="goes">
          {sources.dates.map((one) => (
            <li key={one.source + one.href + one.on}>
              <SourceEntry date={one} today={today} href={one.href} />
            </li>
          ))}
        </ul>
      </RowLinks>
      <CutSources cut={sources.cut} />
    </Panel>
  );
}

/** Planned services as a list by their days: where several are chosen for one work. */
export function Agenda({ agenda }: { agenda: DueAgenda }) {
  const { search } = useLocation();
  const { may, today, chosen, also: _, sources: __, view: ___, opened: ____, ...list } = agenda;
  const { kind = "", person } = list.query.filters;
  const filters = dueFilterList(chosen, { isAgenda: true, person });
  if (Object.hasOwn(dueSources, kind))
    return (
      <>
        <ListToolbar title="Due Services" query={list.query} filters={filters} />
        <OtherDates agenda={agenda} source={dueSources[kind as DueSource]} />
      </>
    );
  return (
    <ListPage<ShownDue>
      title="Due Services"
      head={false}
      result={list}
      filters={filters}
      columns={columns}
      {...(may.export ? { exportHref: "/due-service-calendar/export.csv" } : {})}
      rowHref={(row) => openUrl(search, { on: row.id })}
      rowName={(row) => `${row.title} ${row.code}`}
      rowActions={(row) => (
        <RowMenu label={`Actions for ${row.title} ${row.code}`}>
          <MoveEntries
            of={row}
            rules={occurrenceRules}
            to={(move) => openUrl(search, { do: move, on: row.id })}
          />
        </RowMenu>
      )}
      onChosen={(picked) => (
        <>
          {may.edit && (
            <BulkMoves
              chosen={picked}
              rules={occurrenceRules}
              of="due-occurrences"
              moves={offered}
              fields={fieldsOf(today)}
              count={(n) => plural(n, "1 planned service", "{n} planned services")}
              hrefOf={(id) => calendarUrl("", { view: "agenda", on: id })}
            />
          )}
          <WorkListOf chosen={picked} />
          {may.edit && <TakeAlong chosen={picked} />}
        </>
      )}
      note={
        <WalkNote
          things="planned services"
          unsorted={list.unsorted}
          walked={list.walked}
          orders={orders}
          order={list.query.sort}
        />
      }
      empty={{
        title: "Nothing is planned",
        text: "Planned services come from the schedules of assets.",
      }}
    >
      <ListTabs label="Planned services" tab={list.tab} tabs={list.tabs} />
      <OtherDates agenda={agenda} source={null} />
    </ListPage>
  );
}
