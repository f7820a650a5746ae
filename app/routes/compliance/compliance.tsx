import { Form } from "react-router";
import { complianceStandings, exclusionWords } from "#app/shared/compliance.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import { plural } from "#app/shared/plural.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { steadyPage } from "#app/ui/steady-page.ts";
import { monthText, useDates } from "#app/ui/time.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { complianceOf } from "#worker/domain/compliance/figures.ts";
import { type ClosingRow, listClosings } from "#worker/domain/compliance/list.ts";
import { askForMonth, isLong } from "#worker/domain/evidence/month.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { wakeRuns } from "#worker/web/run-kinds.ts";
import "#app/css/compliance.css";
import type { Route } from "./+types/compliance";
import { complianceFilters } from "./filters.ts";
import { ComplianceHead } from "./head.tsx";
import { MonthTable } from "./months.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const params = new URL(request.url).searchParams;
  const named = (key: string) => params.get(key)?.slice(0, 100) || undefined;
  const [figures, list] = await Promise.all([
    complianceOf(session, {
      ...{ location: named("location"), category: named("category"), team: named("team") },
      ...{ kind: named("kind"), criticality: named("criticality") },
    }),
    listClosings(session, params),
  ]);
  const shown = figures.months.find(({ month }) => month === list.month);
  return {
    ...{ figures, list, shown, mayExport: session.can("export-asset") },
    isLong: shown !== undefined && isLong(shown),
  };
}

export const action = actions({
  pack: {
    run: async ({ session, request, visit }) => {
      const answer = await askForMonth(session, new URL(request.url).searchParams);
      wakeRuns(visit);
      return answer;
    },
    reply: goesOn("/reports#runs"),
  },
});

export const meta = () => [{ title: "PM compliance - Plumbline" }];

function StandingBadge({ of }: { of: ClosingRow["standing"] }) {
  const { label, tone, icon } = complianceStandings[of];
  return (
    <Badge tone={tone === "blue" ? "info" : tone} icon={icon} calm={of === "on_time"}>
      {label}
    </Badge>
  );
}

/** Why it stands so: its exclusion, or what was recorded that does not excuse it. */
function useWhy() {
  const { time } = useDates();
  return (row: ClosingRow): string => {
    if (row.exclusion && row.excludedAt !== null)
      return [
        `${exclusionWords[row.exclusion]}: ${row.excludedBy}, ${time(row.excludedAt)}`,
        row.reason,
      ]
        .filter(Boolean)
        .join(". ");
    const isUnheeded = row.standing === "not_done" && row.doneOn && row.withdrawnAt === null;
    return [
      row.exception && `Could not be done: ${row.exception.toLowerCase()}`,
      row.deferrals > 0 && plural(row.deferrals, "Deferred once", "Deferred {n} times"),
      row.withdrawnAt !== null && "Its report was cancelled or changed after it was settled",
      isUnheeded && "Reported after it was settled, or done outside its window",
    ]
      .filter(Boolean)
      .join(". ");
  };
}

const columnsOf = (why: (row: ClosingRow) => string): Column<ClosingRow>[] => [
  {
    key: "device",
    label: "Asset",
    card: "c-name",
    show: (row) => row.assetName || <span className="quiet">In another Location today</span>,
    under: (row) => {
      const text = why(row);
      return text && <small className="why">{text}</small>;
    },
  },
  { key: "code", label: "Code", as: "code", field: "assetCode", keep: true },
  { key: "location", label: "Location", card: "c-meta", clip: true },
  { key: "kind", label: "Kind", card: "c-top", show: (row) => dueKinds[row.kind] },
  { key: "due", label: "Due", card: "c-due", as: "day", field: "dueOn" },
  { key: "closes", label: "Window until", as: "day", field: "closesOn", wide: 2 },
  {
    key: "state",
    label: "State",
    card: "c-status",
    show: (row) => <StandingBadge of={row.standing} />,
  },
  { key: "done", label: "Done", as: "day", field: "doneOn" },
];

function CompliancePage({ loaderData }: Route.ComponentProps) {
  const { figures, list, shown, mayExport, isLong } = loaderData;
  return (
    <ListPage
      title="PM compliance"
      result={list}
      filters={complianceFilters(
        list.chosen,
        figures.months.map(({ month }) => month),
      )}
      columns={columnsOf(useWhy())}
      rowName={(row) => row.assetName}
      rowHref={(row) => `/asset/detail/${row.assetId}`}
      actions={
        mayExport &&
        (isLong ? (
          <Form method="post">
            <input type="hidden" name="intent" value="pack" />
            <button className="btn" type="submit">
              <Icon name="dl" />
              Evidence pack
            </button>
          </Form>
        ) : (
          <a className="btn" href={`/pm-compliance/evidence.zip?month=${list.month}`} download>
            <Icon name="dl" />
            Evidence pack
          </a>
        ))
      }
      {...(mayExport ? { exportHref: "/pm-compliance/export.csv" } : {})}
      note={
        <WalkNote
          things="dates"
          unsorted={list.unsorted}
          walked={list.walked}
          orders={{ newest: "newest first" }}
          order={list.query.sort}
        />
      }
      empty={{
        title: `Nothing fell due in ${monthText(list.month)}`,
        text: "What falls due is counted from the morning after. Choose another month, or take a filter off.",
      }}
    >
      <div className="stack">
        {figures.isTooNarrow ? (
          <Note tone="info">
            Figures are told of one Location, one category or one team at a time. The rows below are
            narrowed by all of them.
          </Note>
        ) : (
          <>
            {shown && <ComplianceHead month={shown} />}
            <Panel title="By month" flush>
              <MonthTable figures={figures} month={list.month} />
            </Panel>
          </>
        )}
        <h2 id="rows">{monthText(list.month)}, date by date</h2>
      </div>
      <ListTabs label="PM compliance" tab={list.tab} tabs={list.tabs} />
    </ListPage>
  );
}

export default steadyPage(CompliancePage);
