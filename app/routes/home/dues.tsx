import { Link } from "react-router";
import { addDays } from "#app/shared/company-time.ts";
import { Badge, Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { Dashboard } from "./dashboard.tsx";

type Props = {
  assets: NonNullable<Dashboard["assets"]>;
  today: string;
  /** The person may write reports. */
  canStart: boolean;
};

/** Devices whose PM comes next, each with the way to its report. */
export function Dues({ assets: { dues: rows, isOwn }, today, canStart }: Props) {
  const soon = addDays(today, 30);
  return (
    <Panel
      title={isOwn ? "PM due in your team's Locations" : "PM due"}
      id="dues"
      flush
      actions={
        rows.length > 0 && (
          <Link to="/all-assets?pm=planned" prefetch="intent">
            See all
          </Link>
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          panel={false}
          title="No PM is planned"
          text="An asset appears here once it has a next PM date."
        />
      ) : (
        <ul className="feed dues">
          {rows.map((row) => (
            <li key={row.id}>
              <span className="feed-main">
                <span>
                  <Link className="name" to={`/asset/detail/${row.id}`} prefetch="intent">
                    {row.name}
                  </Link>{" "}
                  <span className="muted">{[row.make, row.model].filter(Boolean).join(" ")}</span>
                </span>
                <span className="quiet">
                  <span className="code">{row.code}</span> {row.location}
                </span>
              </span>
              <Due on={row.nextPmOn} today={today} soon={soon} />
              {canStart && (
                <Link
                  className="btn btn-sm"
                  to={`/asset/service-report/${row.id}`}
                  aria-label={`Write a report for ${row.code}`}
                >
                  Report
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Due({ on, today, soon }: { on: string | null; today: string; soon: string }) {
  if (!on) return null;
  const late = on < today;
  const near = !late && on <= soon;
  return (
    <span className="due">
      <Badge
        tone={late ? "overdue" : near ? "amber" : "in-date"}
        icon={late ? "alert" : near ? "clock" : "ok"}
        calm={!late && !near}
      >
        {late ? "Overdue" : near ? "Due" : "In date"}
      </Badge>
      <DateText on={on} />
    </span>
  );
}
