import { Link, useNavigate } from "react-router";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { ScanButton } from "#app/ui/scanner.tsx";
import { AgeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { Dashboard } from "./dashboard.tsx";
import { Drafts } from "./drafts.tsx";
import { FeedRows } from "./feed.tsx";

/** What a person can begin here, the calls that wait, and what they have begun on this device. */
export function MyWork({
  dashboard: { calls, services, waiting, may, now },
}: {
  dashboard: Dashboard;
}) {
  const dialog = useDialog();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  return (
    <Panel title="My work today" flush className="my-work">
      <div className="begin">
        {may.startPm && (
          <Link className="btn" to={dialog.to({ do: "start-report" })} preventScrollReset>
            <Icon name="wrench" />
            Service/PM report
          </Link>
        )}
        <ScanButton
          className="btn"
          text="Scan a label"
          onFound={({ href }) => void navigate(href)}
        />
        {may.add && (
          <Link className="btn" to="/asset/create" prefetch="intent">
            <Icon name="plus" />
            Add asset
          </Link>
        )}
      </div>
      {hydrated && <Drafts />}
      {waiting.length > 0 && (
        <ul className="feed" aria-label="Waits for you">
          {waiting.map(({ to, text }) => (
            <li key={to}>
              <Link to={to}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
      {services.length > 0 && <FeedRows rows={services} />}
      {calls && <Calls calls={calls} now={now} />}
    </Panel>
  );
}

const words = { critical: "Critical", high: "High", medium: "Medium", low: "Low" } as const;

function Calls({ calls, now }: { calls: NonNullable<Dashboard["calls"]>; now: number }) {
  if (calls.rows.length === 0) return <p className="begin-none muted">No service call waits.</p>;
  return (
    <ul className="feed calls" aria-label="Service calls that wait">
      {calls.rows.map((call) => (
        <li key={call.id}>
          <span className="feed-main">
            <Link className="name" to={`/asset-breakdown/${call.id}`} prefetch="intent">
              {call.name}
            </Link>
            <span className="muted">{call.problem}</span>
            <span className="quiet">
              <Link className="code" to={`/asset/detail/${call.assetId}`}>
                {call.code}
              </Link>{" "}
              {call.location}
            </span>
          </span>
          <span className="feed-end">
            {call.assignedUserId === calls.me && <b>Yours</b>}
            {call.equipmentDown ? (
              <Badge
                tone={call.isDown ? "overdue" : "amber"}
                icon={call.isDown ? "cross" : "alert"}
              >
                {call.isDown ? "Down" : "Reported down"}
              </Badge>
            ) : (
              <span>{words[call.priority]}</span>
            )}
            <span className="muted">
              <AgeText at={call.reportedAt} now={now} /> ago
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
