import { Link } from "react-router";
import { Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { Dashboard } from "./dashboard.tsx";

type Row = NonNullable<Dashboard["assets"]>["reports"][number];

/** The reports saved last. */
export function LatestReports({ rows }: { rows: Row[] }) {
  return (
    <Panel title="Latest service reports" flush>
      {rows.length === 0 ? (
        <EmptyState
          panel={false}
          title="No service reports yet"
          text="A report is written from an asset."
        />
      ) : (
        <ul className="feed" id="reports">
          {rows.map((row) => (
            <li key={row.id}>
              <span className="feed-main">
                <Link
                  className="name"
                  to={`/asset/detail/${row.assetId}?tab=service-report`}
                  prefetch="intent"
                >
                  {row.assetName}
                </Link>
                <span className="muted">
                  {row.serviceType === "pm" ? "PM" : "Other"}, {row.doneBy}
                </span>
              </span>
              <span className="feed-end">
                <Link className="code" to={`/asset/service-report/print/${row.id}`}>
                  {row.ticket}
                </Link>
                <span className="muted">
                  <DateText on={row.serviceOn} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
