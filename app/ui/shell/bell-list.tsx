import { useEffect } from "react";
import { Form, useFetcher } from "react-router";
import { Icon } from "../icon.tsx";
import { AgeText } from "../time.tsx";
import { severityIcons } from "./severity.ts";

type Item = { id: string; severity: "info" | "warning" | "critical"; title: string; body: string | null; createdAt: number };
type Latest = { rows: Item[]; now: number };

/** The newest unread notices; choosing one marks it as read and goes where it points. */
export default function BellList({ latest, all, onLeave }: { latest: string; all: string; onLeave: () => void }) {
  const { load, data, state } = useFetcher<Latest>();
  const mark = useFetcher();
  useEffect(() => {
    load(latest);
  }, [load, latest]);
  if (!data) return <p className="bell-note muted">{state === "idle" ? "Could not be loaded." : "Loading..."}</p>;
  if (data.rows.length === 0) return <p className="bell-note muted">Nothing new.</p>;
  return (
    <>
      <ul className="bell-list">
        {data.rows.map(({ id, severity, title, body, createdAt }) => (
          <li key={id}>
            {/* A navigation, not a fetcher: it outlives this list, which goes with its sheet. */}
            <Form method="post" action={all} onSubmit={onLeave}>
              <input type="hidden" name="id" value={id} />
              <button className="bell-item" type="submit" name="intent" value="open" data-severity={severity}>
                <Icon name={severityIcons[severity]} />
                <span>
                  <b>{title}</b>
                  {body && <span className="muted">{body}</span>}
                  <span className="quiet">
                    <AgeText at={createdAt} now={data.now} /> ago
                  </span>
                </span>
              </button>
            </Form>
          </li>
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
