import { Link } from "react-router";
import { callWord } from "#app/shared/call-words.ts";
import { durationText } from "#app/shared/duration.ts";
import type { ListResult } from "#app/shared/list.ts";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { AgeText } from "#app/ui/time.tsx";
import type { CallOfAsset } from "#worker/domain/assets/calls-tab.ts";
import type { DeviceDowntime } from "#worker/domain/service-calls/downtime-read.ts";
import "#app/css/calls.css";
import "#app/css/views.css";
import { DowntimePanel } from "../calls/downtimes.tsx";
import { Priority, StatusBadge } from "../calls/looks.tsx";

/** For how long the device was down because of a call. */
function downText(
  { equipmentDown, reportedAt, failedAt, restoredAt, resolvedAt }: CallOfAsset,
  now: number,
) {
  if (!equipmentDown) return "Not down";
  return durationText((restoredAt ?? resolvedAt ?? now) - (failedAt ?? reportedAt));
}

const columns = (now: number): Column<CallOfAsset>[] => [
  { key: "number", label: "Call", card: "c-top", as: "code" },
  { key: "problem", label: "Problem", card: "c-name" },
  {
    key: "age",
    label: "Reported",
    card: "c-due",
    show: (row) => (
      <>
        <AgeText at={row.reportedAt} now={now} /> ago
      </>
    ),
  },
  { key: "priority", label: "Priority", show: (row) => <Priority of={row.priority} /> },
  {
    key: "status",
    label: "Status",
    card: "c-state",
    show: (row) => <StatusBadge status={row.status} />,
  },
  { key: "down", label: "Downtime", card: "c-due", show: (row) => downText(row, now) },
  { key: "cause", label: "Cause", wide: 1, show: (row) => callWord(row.causeCode) },
];

type Props = {
  list: ListResult<CallOfAsset>;
  downtimes: DeviceDowntime[];
  assetId: string;
  now: number;
  may: { raise: boolean; plan: boolean };
  problem: Refused | undefined;
};

/** The calls about a device, and when it could not be used. */
export function CallsTab({ list, downtimes, assetId, now, may, problem }: Props) {
  const report = may.raise && (
    <Link className="btn btn-sm" to={`/asset-breakdowns?new=1&asset=${assetId}`}>
      <Icon name="call" />
      Report problem
    </Link>
  );
  return (
    <>
      <ListPage
        title="Service calls"
        head={false}
        result={list}
        columns={columns(now)}
        rowHref={(row) => `/asset-breakdown/${row.id}`}
        empty={{
          title: "No calls yet",
          text: "Problems of this device, from their report to their end.",
          action: report,
        }}
      >
        {list.rows.length > 0 && report && <div>{report}</div>}
      </ListPage>
      <DowntimePanel
        downtimes={downtimes}
        now={now}
        problem={problem}
        assetId={assetId}
        mayPlan={may.plan}
      />
    </>
  );
}
