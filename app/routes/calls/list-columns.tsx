import { Link } from "react-router";
import { coverWords } from "#app/shared/asset-words.ts";
import { callWord } from "#app/shared/call-words.ts";
import type { Column } from "#app/ui/list-columns.tsx";
import { AgeText, TimeText } from "#app/ui/time.tsx";
import type { CallRow } from "#worker/domain/service-calls/list.ts";
import { ClockText, Priority, StatusBadge, useDueText } from "./looks.tsx";

/** What is about a call besides its state: why it waits, who has it, whether the device is down. */
export function aboutCall(row: CallRow, more: string | null = null): string {
  const isOver = row.clock.isDone || row.closedAt !== null;
  const words = [
    row.status === "on_hold" && row.holdReason ? callWord(row.holdReason).toLowerCase() : null,
    row.assignee ?? (isOver ? null : "not assigned"),
    row.equipmentDown && !isOver ? "equipment down" : null,
    row.reopenCount > 0 ? "reopened" : null,
    more,
  ]
    .filter(Boolean)
    .join(", ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** How the clock of a call stands and by when something is to be done. */
function TimeLeft({ row, now }: { row: CallRow; now: number }) {
  const dueText = useDueText();
  const due = dueText(row.clock, now);
  if (row.clock.by === null) return <span className="quiet">Not promised</span>;
  return (
    <>
      <ClockText clock={row.clock} />
      {due && <small>{due}</small>}
    </>
  );
}

export const callColumns = (now: number, unsorted: string | undefined): Column<CallRow>[] => [
  {
    key: "call",
    label: "Call",
    card: "c-top",
    sort: "newest",
    sortable: true,
    show: (row) => (
      <>
        <span className="code">{row.number}</span>
        <small>
          <AgeText at={row.reportedAt} now={now} /> ago
        </small>
      </>
    ),
  },
  {
    key: "asset",
    label: "Asset",
    card: "c-meta",
    show: (row) => (
      <>
        {row.assetName}
        <small>
          {`${row.location} · `}
          <span className="code">{row.assetCode}</span>
        </small>
      </>
    ),
  },
  {
    key: "problem",
    label: "Problem",
    card: "c-name",
    show: (row) => (
      <>
        <span className="two">{row.problem}</span>
        <small className="of-asset">{`${row.assetName} · ${row.location}`}</small>
      </>
    ),
  },
  {
    key: "priority",
    label: "Priority",
    look: "c-priority",
    sortable: true,
    unsorted,
    show: (row) => <Priority of={row.priority} />,
  },
  {
    key: "status",
    label: "Status",
    card: "c-status",
    show: (row) => {
      const about = aboutCall(row);
      return (
        <>
          <StatusBadge status={row.status} />
          <small title={about}>{about}</small>
        </>
      );
    },
  },
  {
    key: "left",
    label: "Time left",
    card: "c-due",
    look: "c-left",
    sort: "clock",
    sortable: true,
    unsorted,
    show: (row) => <TimeLeft row={row} now={now} />,
  },
  {
    key: "cover",
    label: "Cover",
    optional: true,
    show: (row) =>
      row.coverKind ? (
        <>
          {coverWords[row.coverKind] ?? row.coverKind}
          {row.vendorName && <small>{row.vendorName}</small>}
        </>
      ) : (
        <span className="quiet">None</span>
      ),
  },
  { key: "reporter", label: "Reported by", optional: true, clip: true, field: "reportedByName" },
  { key: "source", label: "Source", optional: true, show: (row) => callWord(row.source) },
  { key: "cause", label: "Cause", optional: true, show: (row) => callWord(row.causeCode) },
  { key: "repeat", label: "Repeat", optional: true, show: (row) => (row.isRepeat ? "Yes" : "") },
  {
    key: "reported",
    label: "Reported at",
    optional: true,
    show: (row) => <TimeText at={row.reportedAt} />,
  },
  {
    key: "device",
    label: "Device",
    optional: true,
    show: (row) => <Link to={`/asset/detail/${row.assetId}`}>{row.assetCode}</Link>,
  },
];
