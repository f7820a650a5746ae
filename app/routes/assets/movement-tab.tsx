import { Link } from "react-router";
import { purposeText } from "#app/shared/flows/gate-passes.ts";
import { transferKinds } from "#app/shared/flows/transfers.ts";
import { lineConditionText } from "#app/shared/line-conditions.ts";
import { Pager } from "#app/ui/pager.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import type { HistoryRow } from "#worker/domain/assets/history-tab.ts";
import type { MovementEntry, MovementPage } from "#worker/domain/assets/movement-tab.ts";
import { PassBadge } from "../passes/words.tsx";
import { StatusBadge } from "../transfers/words.tsx";

type Props = { list: MovementPage; assetId: string };

/** Where a device was: its moves, transfers and gate passes in one time line, newest first. */
export function MovementTab({ list, assetId }: Props) {
  const { entries, sees, older, page } = list;
  if (entries.length === 0)
    return (
      <EmptyState
        title="It has not moved yet"
        text="Moves, transfers and gate passes, and when it was not located or found, are kept here."
      />
    );
  const isCut = page.next === null && (older.transfers || older.passes);
  return (
    <div className="table-wrap">
      <div className="panel-body stack">
        <p className="chips">
          {sees.transfers && (
            <Link to={`/asset-transfers?tab=all&asset=${assetId}`}>All its transfers</Link>
          )}
          {sees.passes && (
            <Link to={`/gate-passes?tab=all&asset=${assetId}`}>All its gate passes</Link>
          )}
        </p>
        <ol className="history">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
        {isCut && (
          <p className="muted">
            The newest 20 transfers and gate passes are told here. Their lists have the older ones.
          </p>
        )}
      </div>
      {(page.next || page.previous) && <Pager page={page} size={list.query.size} />}
    </div>
  );
}

function Entry({ entry }: { entry: MovementEntry }) {
  if (entry.of === "move") return <Move row={entry.row} />;
  return entry.of === "transfer" ? <Transfer entry={entry} /> : <Pass entry={entry} />;
}

const words: Record<string, string> = {
  "create.asset": "Came to",
  "move.asset": "Moved to",
  "not_located.asset": "Not located",
  "found.asset": "Found",
};
const placeFields = ["department", "place", "room"];

function Move({ row }: { row: HistoryRow }) {
  const isNew = row.action === "create.asset" && !placesOf(row, "to").length;
  return (
    <>
      <p>
        <b>{isNew ? "Added" : (words[row.action] ?? row.action)}</b> <Places row={row} side="to" />
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
    </>
  );
}

type Of<K extends MovementEntry["of"]> = { entry: Extract<MovementEntry, { of: K }> };

function Transfer({ entry: { at, transfer } }: Of<"transfer">) {
  const { transferId, number, kind, status, toName, reason, dueBackOn } = transfer;
  const { lineStatus, discrepancy, conditionIn } = transfer;
  return (
    <>
      <p className="chips">
        <b>{transferKinds[kind]} transfer</b>
        <Link className="code" to={`/asset-transfer/${transferId}`}>
          {number}
        </Link>
        <StatusBadge status={status} />
      </p>
      <p className="muted">
        to {toName}
        {dueBackOn && (
          <>
            , due back <DateText on={dueBackOn} />
          </>
        )}
      </p>
      <p>{reason}</p>
      {lineStatus === "rejected" && (
        <p>Rejected on arrival{discrepancy ? `: ${discrepancy}` : ""}</p>
      )}
      {lineStatus === "accepted" && conditionIn && (
        <p className="muted">Arrived {lineConditionText(conditionIn).toLowerCase()}</p>
      )}
      <p className="muted">
        <TimeText at={at} />
      </p>
    </>
  );
}

const steps = {
  made: "Gate pass made out",
  out: "Left the site",
  back: "Came back",
  gone: "Written off",
} as const;

function Pass({ entry: { at, step, pass } }: Of<"pass">) {
  const { passId, number, kind, status, purpose, expectedReturnOn, conditionIn } = pass;
  const party = pass.vendorName ?? pass.partyName;
  return (
    <>
      <p className="chips">
        <b>{steps[step]}</b>
        <Link className="code" to={`/gate-pass/${passId}`}>
          {number}
        </Link>
        {step !== "back" && <PassBadge status={status} calm />}
      </p>
      <p className="muted">
        {step === "back" ? `from ${party}` : `${purposeText(purpose)}, to ${party}`}
        {step !== "back" && kind === "returnable" && expectedReturnOn && (
          <>
            , expected back <DateText on={expectedReturnOn} />
          </>
        )}
      </p>
      {step === "back" && conditionIn && <p>{lineConditionText(conditionIn)} when it came back</p>}
      {step === "gone" && pass.decisionReason && <p>{pass.decisionReason}</p>}
      <p className="muted">
        <TimeText at={at} />
      </p>
    </>
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
