import { Link, useLocation, useNavigate } from "react-router";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { numberText } from "#app/shared/numbers.ts";
import { plural } from "#app/shared/plural.ts";
import { BulkMoves } from "#app/ui/bulk-moves.tsx";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { ListToolbar } from "#app/ui/list-toolbar.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { ScanToOpen } from "#app/ui/scanner.tsx";
import { steadyPage } from "#app/ui/steady-page.ts";
import { useDialog, useOpened } from "#app/ui/use-dialog.ts";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { beginningOf } from "#worker/domain/service-calls/begin.ts";
import { callBoard } from "#worker/domain/service-calls/board.ts";
import { type CallRow, listCalls } from "#worker/domain/service-calls/list.ts";
import { callListActions } from "#worker/web/call-actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { RecallsLink } from "../recalls/link.tsx";
import type { Route } from "./+types/calls";
import "#app/css/calls.css";
import { Board } from "./board.tsx";
import { callColumns } from "./list-columns.tsx";
import { callFilters } from "./list-filters.ts";
import { NewCall, useNewCallKey } from "./new-call.tsx";
import { bulkMoves, listFields, rowMoves } from "./row-moves.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const params = new URL(request.url).searchParams;
  const may = {
    create: session.can("create-breakdown") && session.can("view-asset"),
    edit: session.can("edit-breakdown"),
    export: session.can("export-breakdown"),
  };
  const asset = may.create && params.has("new") ? params.get("asset") : null;
  const [shown, beginning] = await Promise.all([
    params.get("view") === "board"
      ? callBoard(session, params).then((board) => ({ board, list: null }))
      : listCalls(session, params).then((list) => ({ board: null, list })),
    asset ? beginningOf(session, asset) : null,
  ]);
  return { ...shown, beginning, may };
}

export const action = callListActions;
export const meta = () => [{ title: "Service Call/Complaint - Plumbline" }];

const orders = {
  clock: "time left",
  newest: "newest first",
  priority: "priority",
  status: "status",
};

function ViewSwitch({ isBoard }: { isBoard: boolean }) {
  const at = useLocation();
  return (
    <nav className="switch-view" aria-label="View">
      <Link to={listUrl(at, { view: null })} aria-current={isBoard ? undefined : "page"}>
        <Icon name="list" />
        List
      </Link>
      <Link
        to={listUrl(at, { view: "board", tab: null, sort: null, dir: null })}
        aria-current={isBoard ? "page" : undefined}
      >
        <Icon name="cols" />
        Board
      </Link>
    </nav>
  );
}

function Calls({ loaderData, actionData }: Route.ComponentProps) {
  const { list, board, beginning, may } = loaderData;
  const dialog = useDialog();
  const navigate = useNavigate();
  const problem = refusalOf(actionData);
  const openNew = dialog.to({ new: "1" });
  useNewCallKey(() => may.create && navigate(openNew, { preventScrollReset: true }));
  const rows = list?.rows ?? board!.lanes.flatMap((lane) => lane.rows);
  const actions = (
    <>
      <ViewSwitch isBoard={board !== null} />
      <RecallsLink />
      {may.create && (
        <Link className="btn btn-primary" to={openNew} preventScrollReset title="New call (N)">
          <Icon name="plus" />
          New call
        </Link>
      )}
    </>
  );
  return (
    <>
      {list ? (
        <CallList list={list} may={may} actions={actions} />
      ) : (
        <>
          <PageHead isWide title="Service Call/Complaint" actions={actions} />
          <ListToolbar
            title="Service Call/Complaint"
            query={board!.query}
            filters={callFilters({})}
            searchLabel="Number, asset or problem"
          />
          <Board board={board!} />
        </>
      )}
      <RowDialog rows={rows} problem={problem} />
      {may.create && dialog.asked("new") !== "" && <NewCall first={beginning} problem={problem} />}
    </>
  );
}

type ListProps = Pick<Route.ComponentProps["loaderData"], "may"> & {
  list: NonNullable<Route.ComponentProps["loaderData"]["list"]>;
  actions: React.ReactNode;
};

function CallList({ list, may, actions }: ListProps) {
  const dialog = useDialog();
  const { locale } = useFormat();
  const { now } = list;
  const many = list.unsorted && "Too many calls match. Narrow the list to sort it.";
  return (
    <ListPage
      title="Service Call/Complaint"
      result={list}
      isTwoLined
      searchLabel="Number, asset or problem"
      scan={<ScanToOpen />}
      {...(may.export ? { exportHref: "/asset-breakdowns/export.csv", exportsChosen: true } : {})}
      actions={actions}
      filters={callFilters({})}
      columns={callColumns(now, many ?? undefined)}
      rowName={(row) => row.number}
      rowHref={(row) => `/asset-breakdown/${row.id}`}
      rowActions={(row) => (
        <RowMenu label={`Actions for ${row.number}`}>
          <MoveEntries
            of={{ ...row, moves: rowMoves(row) }}
            rules={callRules}
            to={(move) => dialog.to({ do: move, on: row.id })}
          />
          <MenuLink to={`/asset-breakdown/${row.id}`} icon="right">
            Open
          </MenuLink>
        </RowMenu>
      )}
      note={
        <WalkNote
          things="calls"
          unsorted={list.unsorted}
          walked={list.walked}
          orders={orders}
          order={list.query.sort}
        />
      }
      sums={list.sums && <Sums sums={list.sums} locale={locale} />}
      onChosen={
        may.edit
          ? (chosen) => (
              <BulkMoves
                chosen={chosen}
                rules={callRules}
                of="service-calls"
                moves={bulkMoves}
                count={(n) => plural(n, "1 call", "{n} calls")}
                fields={(move) => listFields[move]?.()}
                hrefOf={(id) => `/asset-breakdown/${id}`}
              />
            )
          : undefined
      }
      empty={{
        title: "No calls",
        text: "Problems of devices, from their report to their end. Anybody can report one by scanning a label.",
      }}
    >
      <ListTabs label="Calls" tab={list.tab} tabs={list.tabs} />
    </ListPage>
  );
}

const sumNames = { all: "Calls", down: "Equipment down", unassigned: "Not assigned", late: "Late" };

/** What is counted of all that match, where they were looked through. */
function Sums({ sums, locale }: { sums: Record<string, number>; locale: string }) {
  return (
    <dl className="list-sums" aria-label="Totals of this list">
      {Object.entries(sumNames).map(([key, label]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{numberText(sums[key] ?? 0, locale)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The dialog of one call's move, on a list or the board. */
function RowDialog({ rows, problem }: { rows: CallRow[]; problem: Refused | undefined }) {
  const dialog = useDialog();
  const on = dialog.asked("on");
  const row = useOpened(
    on,
    rows.find(({ id }) => id === on),
  );
  if (!row) return null;
  return (
    <MoveDialog
      of={row}
      rules={callRules}
      name={row.number}
      isOneOfMany
      hidden={{ call: row.id }}
      keep="Back"
      fields={(move) => listFields[move]?.()}
      problem={problem}
    />
  );
}

export default steadyPage(Calls);
