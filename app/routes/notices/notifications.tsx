import { Form, Link, useLocation } from "react-router";
import { safePath } from "#app/shared/safe-path.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { severityIcons } from "#app/ui/shell/severity.ts";
import { Badge, EmptyState } from "#app/ui/states.tsx";
import { AgeText, TimeText } from "#app/ui/time.tsx";
import {
  listNotices,
  markAllRead,
  markNotice,
  type NoticeRow,
  noticeMarks,
  openNotice,
} from "#worker/domain/notifications/inbox.ts";
import type { Session } from "#worker/session.ts";
import { type Asked, actions, goesOn, type Values } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/notifications";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listNotices(context.get(sessionContext), new URL(request.url).searchParams);
const markCommands = Object.fromEntries(
  noticeMarks.map((mark) => [
    mark,
    ({ session }: Asked<Session>, { id = "" }: Values) => markNotice(session, mark, id),
  ]),
);
/** `open` marks a notice as read and goes where it points. */
export const action = actions({
  ...markCommands,
  "read-all": ({ session }) => markAllRead(session),
  open: {
    run: async ({ session }, { id = "" }) => ({
      status: 200,
      message: "",
      data: await openNotice(session, id),
    }),
    reply: goesOn<string | null>(({ data }) => safePath(data ?? "/notifications")),
  },
});
export const meta = () => [{ title: "Notifications - Plumbline" }];

const states = [
  [
    "unread",
    "Unread",
    "Nothing new",
    "What your company tells you of stands here until you have read it.",
  ],
  [
    "snoozed",
    "Snoozed",
    "Nothing is snoozed",
    "What you put off comes back when its time is over.",
  ],
  ["all", "All", "No notifications yet", "Low stock, warranties that end and more are told here."],
] as const;

/** What a person should know: their own notices, until they are read, acknowledged or put off. */
export default function Notifications({
  loaderData: { rows, page, query, now },
}: Route.ComponentProps) {
  const at = useLocation();
  const open = states.find(([key]) => key === query.filters.state) ?? states[0];
  return (
    <>
      <PageHead
        title="Notifications"
        actions={
          <>
            <Link className="btn" to="/notifications/preferences">
              <Icon name="gear" />
              Preferences
            </Link>
            {rows.some(({ readAt }) => readAt === null) && (
              <Form method="post" action={at.pathname + at.search} preventScrollReset>
                <button className="btn" type="submit" name="intent" value="read-all">
                  <Icon name="check" />
                  Mark all as read
                </button>
              </Form>
            )}
          </>
        }
      />
      <div className="stack">
        <Tabs
          label="Notifications"
          tabs={states.map(([key, label]) => ({
            label,
            to: `/notifications?state=${key}`,
            current: key === open[0],
          }))}
        />
        {rows.length === 0 ? (
          <EmptyState title={open[2]} text={open[3]} />
        ) : (
          <div className="table-wrap">
            <ul className="feed notices">
              {rows.map((row) => (
                <NoticeItem key={row.id} row={row} now={now} at={at.pathname + at.search} />
              ))}
            </ul>
            <Pager page={page} size={query.size} />
          </div>
        )}
      </div>
    </>
  );
}

function NoticeItem({ row, now, at }: { row: NoticeRow; now: number; at: string }) {
  return (
    <li data-severity={row.severity} data-read={row.readAt !== null || undefined}>
      <Icon name={severityIcons[row.severity]} />
      <div className="feed-main">
        <Form method="post" action={at}>
          <input type="hidden" name="id" value={row.id} />
          <button className="btn-link" type="submit" name="intent" value="open">
            {row.title}
          </button>
        </Form>
        {row.body && <span className="muted">{row.body}</span>}
        <span className="quiet">
          <AgeText at={row.createdAt} now={now} /> ago
          {row.snoozeUntil !== null && (
            <>
              , back on <TimeText at={row.snoozeUntil} />
            </>
          )}
        </span>
      </div>
      {row.acknowledgedAt !== null && (
        <Badge tone="in-date" icon="ok">
          Acknowledged
        </Badge>
      )}
      <Menu label={`Actions for ${row.title}`}>
        {row.readAt === null && (
          <Mark row={row} at={at} intent="read" icon="check" text="Mark as read" />
        )}
        {row.acknowledgedAt === null && (
          <>
            <Mark
              row={row}
              at={at}
              intent="acknowledge"
              icon="ok"
              text="Acknowledge, remind no more"
            />
            <Mark row={row} at={at} intent="snooze-day" icon="clock" text="Snooze for a day" />
            <Mark row={row} at={at} intent="snooze-week" icon="cal" text="Snooze for a week" />
          </>
        )}
      </Menu>
    </li>
  );
}

type MarkProps = {
  row: NoticeRow;
  at: string;
  intent: string;
  icon: "check" | "ok" | "clock" | "cal";
  text: string;
};
const Mark = ({ row, at, intent, icon, text }: MarkProps) => (
  <Form method="post" action={at} preventScrollReset>
    <input type="hidden" name="id" value={row.id} />
    <button className="menu-item" type="submit" name="intent" value={intent}>
      <Icon name={icon} />
      {text}
    </button>
  </Form>
);
