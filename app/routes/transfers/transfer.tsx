import { Link } from "react-router";
import { dayIn } from "#app/shared/company-time.ts";
import { transferKinds, transferRules } from "#app/shared/flows/transfers.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { iconOf, MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { Badge, DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { transferFlow } from "#worker/domain/transfers/flow.ts";
import { viewTransfer } from "#worker/domain/transfers/read.ts";
import type { Session } from "#worker/session.ts";
import { type Asked, actions, type Values } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/transfer";
import { LineTable } from "./line-table.tsx";
import { lineMoves, moveHref, placeText, StatusBadge } from "./words.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  return {
    transfer: await viewTransfer(session, params.id),
    opensAssets: session.can("view-asset"),
    today: dayIn(session.company.timeZone),
    now: Date.now(),
  };
}

const moves = ["submit", "approve", "reject", "dispatch", "cancel"] as const;

export { clientAction } from "#app/ui/sending.ts";
export const action = actions(
  Object.fromEntries(
    moves.map((move) => [
      move,
      ({ session, id }: Asked<Session>, values: Values) =>
        transferFlow.move(session, id, move, values),
    ]),
  ),
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.transfer.number ?? "Transfer"} - Plumbline` },
];

/** The one thing to do next, as the page's own button. */
const nextMoves: readonly string[] = [
  ...["submit", "approve", "dispatch", "receive", "receive-directly", "give-back"],
];

export default function TransferPage({ loaderData, actionData }: Route.ComponentProps) {
  const { transfer, opensAssets, today, now } = loaderData;
  const { id, number, status, kind, dueBackOn, from, to, people } = transfer;
  const { to: dialog } = useDialog();
  const offered = transfer.moves.filter(({ fits }) => fits);
  const next = offered.find(({ move, why }) => nextMoves.includes(move) && why === null);
  const others = offered.filter((one) => one !== next);
  const isLate = dueBackOn !== null && dueBackOn < today && transfer.isOpen;
  const name = `transfer ${number}`;
  return (
    <div className="stack">
      <PageHead
        title={number}
        crumbs={[{ label: "Transfers", to: "/asset-transfers" }, { label: transferKinds[kind] }]}
        badges={
          <>
            <StatusBadge status={status} />
            {isLate && (
              <Badge tone="overdue" icon="clock">
                Overdue return
              </Badge>
            )}
          </>
        }
        actions={
          <>
            <Menu label="More actions" className="btn btn-icon">
              <MoveEntries
                of={{ id, moves: others }}
                rules={transferRules}
                to={(move) => moveHref(id, move, dialog({ do: move }))}
              />
              <MenuLink to={`/asset-transfer/print/${id}`} icon="print" prefetch="intent">
                Print slip
              </MenuLink>
            </Menu>
            {next && (
              <Link
                className="btn btn-primary"
                to={moveHref(id, next.move, dialog({ do: next.move }))}
                preventScrollReset={!lineMoves.includes(next.move)}
              >
                <Icon name={iconOf(transferRules.moves[next.move as "approve"])} />
                {next.label}
              </Link>
            )}
          </>
        }
      />
      <Panel title="From and to">
        <DefinitionList
          entries={[
            ["From", placeText(from.department, from.place)],
            ["To", placeText(to.department, to.place)],
            ["Kind", transferKinds[kind]],
            ["Due back", dueBackOn && <DateText on={dueBackOn} />],
            ["Reason", transfer.reason],
            ["Remarks", transfer.remarks],
            ["Requested by", people.requested],
            [
              status === "rejected" ? "Rejected by" : "Approved by",
              transfer.approvedAt !== null && (
                <>
                  {people.approved}, <TimeText at={transfer.approvedAt} />
                </>
              ),
            ],
            ["Dispatched by", people.dispatched],
            ["Received by", people.received],
          ]}
        />
      </Panel>
      <LineTable lines={transfer.lines} opensAssets={opensAssets} />
      <Panel title="What happened">
        <Timeline
          now={now}
          isOver={!transfer.isOpen}
          entries={transfer.events.map((event) => ({
            ...{ id: event.id, at: event.at, by: event.actorName, note: event.note },
            state: transferRules.states[event.status],
          }))}
        />
      </Panel>
      <MoveDialog
        of={{ id, version: transfer.version, moves: transfer.moves }}
        rules={transferRules}
        name={name}
        problem={refusalOf(actionData)}
      />
    </div>
  );
}
