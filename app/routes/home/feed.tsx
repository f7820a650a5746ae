import { Link } from "react-router";
import { Badge, Panel } from "#app/ui/page.tsx";
import type { Feed } from "#worker/domain/dashboard/feeds.ts";

/** Lines that each lead to their record. */
export const FeedRows = ({ rows, id }: { rows: Feed["rows"]; id?: string | undefined }) => (
  <ul className="feed" id={id}>
    {rows.map(({ key, to, title, text, badge, end }) => (
      <li key={key}>
        <span className="feed-main">
          <Link className="name" to={to} prefetch="intent">
            {title}
          </Link>
          <span className="muted">{text}</span>
        </span>
        <span className="feed-end">
          {badge && (
            <Badge tone={badge.tone} icon={badge.icon}>
              {badge.text}
            </Badge>
          )}
          {end && <span className="muted">{end}</span>}
        </span>
      </li>
    ))}
  </ul>
);

/** A list of the dashboard. */
export const FeedPanel = ({ title, empty, rows, id }: Feed) => (
  <Panel title={title} flush>
    {rows.length === 0 ? (
      <p className="begin-none muted">{empty}</p>
    ) : (
      <FeedRows rows={rows} id={id} />
    )}
  </Panel>
);
