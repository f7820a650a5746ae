import { useMemo } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListToolbar } from "#app/ui/list-toolbar.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { RowMoves } from "#app/ui/moves.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { steadyPage } from "#app/ui/steady-page.ts";
import { useDialog } from "#app/ui/use-dialog.ts";
import { beginningOf } from "#worker/domain/service-calls/begin.ts";
import { callBoard } from "#worker/domain/service-calls/board.ts";
import { callFlow } from "#worker/domain/service-calls/flow.ts";
import { listCalls } from "#worker/domain/service-calls/list.ts";
import { callListActions } from "#worker/web/call-actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { RecallsLink } from "../recalls/link.tsx";
import type { Route } from "./+types/calls";
import "#app/css/calls.css";
import "#app/css/views.css";
import { Board } from "./board.tsx";
import { CallList } from "./call-list.tsx";
import { callFilters } from "./list-filters.ts";
import { NewCall, useNewCallKey } from "./new-call.tsx";
import { packedCalls, unpackedCalls } from "./packed-calls.ts";
import { listFields } from "./row-moves.tsx";
import { useFocusBack } from "./use-focus-back.ts";

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
      ? callBoard(session, params).then(({ lanes, ...board }) => ({
          board: { ...board, lanes: lanes.map((lane) => ({ ...lane, rows: lane.rows.length })) },
          list: null,
          rows: lanes.flatMap(({ rows }) => rows),
        }))
      : listCalls(session, params).then(({ rows, ...list }) => ({ board: null, list, rows })),
    asset ? beginningOf(session, asset) : null,
  ]);
  const mover = callFlow.moverOf(session);
  return { ...shown, rows: packedCalls(shown.rows), beginning, may, mover };
}

export { clientAction } from "#app/ui/sending.ts";
export const action = callListActions;
export const meta = () => [{ title: "Service Call/Complaint - Plumbline" }];

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
  const { list, board, beginning, may, mover } = loaderData;
  const rows = useMemo(() => unpackedCalls(loaderData.rows, mover), [loaderData.rows, mover]);
  const dialog = useDialog();
  const navigate = useNavigate();
  const problem = refusalOf(actionData);
  const openNew = dialog.to({ new: "1" });
  useNewCallKey(() => may.create && navigate(openNew, { preventScrollReset: true }));
  useFocusBack(
    dialog.asked("on"),
    (id) =>
      document.querySelector<HTMLElement>(`main a[href="/asset-breakdown/${id}"]`) ??
      document.querySelector<HTMLElement>("main [aria-current=page]"),
  );
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
        <CallList list={{ ...list, rows }} may={may} actions={actions} />
      ) : (
        <>
          <PageHead isWide title="Service Call/Complaint" actions={actions} />
          <ListToolbar
            title="Service Call/Complaint"
            query={board!.query}
            filters={callFilters(board!.chosen)}
            searchLabel="Number, asset or problem"
          />
          <Board board={board!} rows={rows} />
        </>
      )}
      <RowMoves
        rows={rows}
        rules={callRules}
        name={(row) => row.number}
        hidden={(row) => ({ call: row.id })}
        keep="Back"
        fields={(move) => listFields[move]?.()}
        problem={problem}
      />
      {may.create && dialog.asked("new") !== "" && <NewCall first={beginning} problem={problem} />}
    </>
  );
}

export default steadyPage(Calls);
