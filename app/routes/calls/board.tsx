import { type DragEvent, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { dayIn } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { plural } from "#app/shared/plural.ts";
import { useFormat } from "#app/ui/format.ts";
import { listUrl } from "#app/ui/list-url.ts";
import { RowLinks } from "#app/ui/row-links.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { AgeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { CallBoard, Lane as ReadLane } from "#worker/domain/service-calls/board.ts";
import type { CallRow } from "#worker/domain/service-calls/list.ts";
import { aboutCall } from "./list-columns.tsx";
import { ClockText, Priority } from "./looks.tsx";
import { CallEntries } from "./row-moves.tsx";

/** What each lane is called, the tab that lists all its calls, and the moves that bring a call into it. */
const lanes: Record<string, { label: string; tab: string; moves: readonly string[] }> = {
  new: { label: "New", tab: "new", moves: [] },
  assigned: { label: "Assigned", tab: "all", moves: ["assign"] },
  in_progress: { label: "In progress", tab: "all", moves: ["start", "resume", "reopen"] },
  on_hold: { label: "On hold", tab: "hold", moves: ["hold"] },
  resolved: { label: "Resolved", tab: "resolved", moves: ["resolve"] },
};

type Lane = Omit<ReadLane, "rows"> & {
  /** So many of the tickets, in their order, lie in it. */
  rows: number;
};
type Props = { board: Pick<CallBoard, "now"> & { lanes: Lane[] }; rows: CallRow[] };

/** Calls by their state. A ticket is moved by its menu, or dragged to another lane; both open the move's dialog. */
export function Board({ board, rows }: Props) {
  const dialog = useDialog();
  const navigate = useNavigate();
  const [lifted, setLifted] = useState<CallRow | null>(null);
  const moveTo = (lane: string) =>
    lifted && lanes[lane]!.moves.find((move) => isPossible(lifted.moves as never, move));
  const drop = (lane: string) => (event: DragEvent) => {
    event.preventDefault();
    const move = moveTo(lane);
    if (lifted && move)
      void navigate(dialog.to({ do: move, on: lifted.id }), { preventScrollReset: true });
    setLifted(null);
  };
  const begins = (at: number) => board.lanes.slice(0, at).reduce((sum, lane) => sum + lane.rows, 0);
  return (
    <RowLinks>
      <section className="board goes" aria-label="Calls by state">
        {board.lanes.map((lane, at) => {
          const isTarget = Boolean(moveTo(lane.key));
          const tickets = rows.slice(begins(at), begins(at + 1));
          return (
            <section
              key={lane.key}
              className={isTarget ? "lane is-target" : "lane"}
              aria-labelledby={`lane-${lane.key}`}
              onDragOver={(event) => isTarget && event.preventDefault()}
              onDrop={drop(lane.key)}
            >
              <LaneHead lane={lane} />
              <ol>
                {tickets.map((row) => (
                  <li
                    key={row.id}
                    className={lifted?.id === row.id ? "ticket is-lifted" : "ticket"}
                    draggable
                    onDragStart={() => setLifted(row)}
                    onDragEnd={() => setLifted(null)}
                  >
                    <Ticket row={row} now={board.now} />
                  </li>
                ))}
              </ol>
              <LaneFoot lane={lane} />
            </section>
          );
        })}
      </section>
    </RowLinks>
  );
}

const LaneHead = ({ lane: { key, total, rows } }: { lane: Lane }) => (
  <h2 id={`lane-${key}`}>
    {lanes[key]!.label}
    <span className="count">{total ?? rows}</span>
  </h2>
);

function LaneFoot({ lane }: { lane: Lane }) {
  const at = useLocation();
  if (!lane.rows) return <p className="muted">No calls.</p>;
  if (!lane.hasMore) return null;
  const more = lane.total === null ? null : lane.total - lane.rows;
  return (
    <Link
      className="btn btn-sm btn-ghost btn-block"
      to={listUrl(at, { view: null, tab: lanes[lane.key]!.tab, state: lane.key })}
    >
      {more === null ? "Show all" : plural(more, "1 more", "{n} more")}
    </Link>
  );
}

function Ticket({ row, now }: { row: CallRow; now: number }) {
  const { timeZone, dateFormat } = useFormat();
  const closes =
    row.status === "resolved" && row.wakeAt !== null
      ? `closes ${dateText(dayIn(timeZone, row.wakeAt), dateFormat)}`
      : null;
  return (
    <>
      <span className="top">
        <Priority of={row.priority} />
        <AgeText at={row.reportedAt} now={now} />
      </span>
      <a
        className="name"
        href={`/asset-breakdown/${row.id}`}
        draggable={false}
        data-discover
      >{`${row.assetName}, ${row.location}`}</a>
      <p className="two">{row.problem}</p>
      {row.clock.by !== null && <ClockText clock={row.clock} />}
      <span className="foot">
        <span>{aboutCall(row, closes)}</span>
        <span className="c-acts">
          <span className="code">{row.number}</span>
          <RowMenu label={`Move ${row.number}`}>
            <CallEntries row={row} />
          </RowMenu>
        </span>
      </span>
    </>
  );
}
