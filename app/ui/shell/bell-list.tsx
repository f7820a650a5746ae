import { useEffect } from "react";
import { Form, useFetcher } from "react-router";
import { Icon } from "../icon.tsx";
import { AgeText } from "../time.tsx";
import { notify } from "../toaster.tsx";
import { severityIcons } from "./severity.ts";

type Item = {
  id: string;
  severity: "info" | "warning" | "critical";
  title: string;
  body: string | null;
  createdAt: number;
};
type Latest = { rows: Item[]; now: number };

/** The newest unread notices. */
export default function BellList({
  latest,
  all,
  onLeave,
}: {
  latest: string;
  all: string;
  onLeave: () => void;
}) {
  const { load, data, state } = useFetcher<Latest>();
  const mark = useFetcher();
  useEffect(() => {
    load(latest);
  }, [load, latest]);
  if (!data)
    return (
      <p className="bell-note muted">{state === "idle" ? "Could not be loaded." : "Loading..."}</p>
    );
  if (data.rows.length === 0) return <p className="bell-note muted">Nothing new.</p>;
  return (
    <>
      <ul className="bell-list">
        {data.rows.map((row) => (
          <BellItem key={row.id} row={row} now={data.now} all={all} onLeave={onLeave} />
        ))}
      </ul>
      <mark.Form method="post" action={all}>
        <button className="menu-item" type="submit" name="intent" value="read-all">
          <Icon name="check" />
          Mark all as read
        </button>
      </mark.Form>
    </>
  );
}

type ItemProps = { row: Item; now: number; all: string; onLeave: () => void };

/** One notice: it opens where it points, and is acknowledged or put off where it stands. */
function BellItem({ row: { id, severity, title, body, createdAt }, now, all, onLeave }: ItemProps) {
  const mark = useFetcher<{ success: boolean; message: string } | null>();
  const refused = mark.data?.success === false ? mark.data.message : null;
  useEffect(() => {
    if (refused) notify.error(refused);
  }, [refused]);
  const busy = mark.state !== "idle";
  return (
    <li>
      {/* A navigation, not a fetcher: it outlives this list, which goes with its sheet. */}
      <Form method="post" action={all} onSubmit={onLeave}>
        <input type="hidden" name="id" value={id} />
        <button
          className="bell-item"
          type="submit"
          name="intent"
          value="open"
          data-severity={severity}
        >
          <Icon name={severityIcons[severity]} />
          <span>
            <b>{title}</b>
            {body && <span className="muted">{body}</span>}
            <span className="quiet">
              <AgeText at={createdAt} now={now} /> ago
            </span>
          </span>
        </button>
      </Form>
      <mark.Form method="post" action={all} className="bell-marks">
        <input type="hidden" name="id" value={id} />
        <button
          className="btn btn-ghost btn-sm"
          type="submit"
          name="intent"
          value="acknowledge"
          disabled={busy}
          aria-label={`Acknowledge ${title}`}
        >
          <Icon name="ok" />
          Acknowledge
        </button>
        <button
          className="btn btn-ghost btn-sm"
          type="submit"
          name="intent"
          value="snooze-day"
          disabled={busy}
          aria-label={`Snooze a day: ${title}`}
        >
          <Icon name="clock" />
          Snooze a day
        </button>
      </mark.Form>
    </li>
  );
}
