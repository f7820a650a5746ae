import { Link } from "react-router";
import type { ListResult } from "#app/shared/list.ts";
import { Pager } from "#app/ui/pager.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { HistoryRow } from "#worker/domain/assets/history-tab.ts";

const words: Record<string, string> = {
  "create.asset": "Came to",
  "move.asset": "Moved to",
  "not_located.asset": "Not located",
  "found.asset": "Found",
};
const placeFields = ["department", "place", "room"];

type Moving = { id: string; openTransferId: string | null };

/** Where a device was and when it moved, newest first. */
export function MovementTab({
  list,
  asset,
  passes,
}: {
  list: ListResult<HistoryRow>;
  asset: Moving;
  /** Where its gate passes are listed; null for who may not see them. */
  passes: string | null;
}) {
  const { id, openTransferId } = asset;
  if (list.rows.length === 0 && !openTransferId)
    return (
      <EmptyState
        title="It has not moved yet"
        text="Moves, and when it was not located or found, are kept here."
      />
    );
  return (
    <div className="table-wrap">
      <div className="panel-body">
        <p className="chips">
          {openTransferId && (
            <Link className="btn btn-sm" to={`/asset-transfer/${openTransferId}`}>
              In a transfer now
            </Link>
          )}
          <Link to={`/asset-transfers?tab=all&asset=${id}`}>All its transfers</Link>
          {passes && <Link to={passes}>All its gate passes</Link>}
        </p>
        <ol className="history">
          {list.rows.map((row) => (
            <li key={row.id}>
              <p>
                <b>
                  {row.action === "create.asset" && !placesOf(row, "to").length
                    ? "Added"
                    : (words[row.action] ?? row.action)}
                </b>{" "}
                <Places row={row} side="to" />
              </p>
              {row.action === "move.asset" && (
                <p className="muted">
                  from <Places row={row} side="from" />
                </p>
              )}
              {row.reason && <p>{row.reason}</p>}
              <p className="muted">
                {row.actorName}, <TimeText at={row.at} />
              </p>
            </li>
          ))}
        </ol>
      </div>
      <Pager page={list.page} size={list.query.size} />
    </div>
  );
}

const placesOf = (row: HistoryRow, side: "from" | "to") =>
  placeFields.flatMap(
    (field) => row.changes.find((change) => change.field === field)?.[side] ?? [],
  );

function Places({ row, side }: { row: HistoryRow; side: "from" | "to" }) {
  const parts = placesOf(row, side);
  return (
    <span>{parts.length > 0 ? parts.join(", ") : row.action === "move.asset" ? "–" : ""}</span>
  );
}
