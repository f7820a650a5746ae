import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Badge, PageHead, Panel, type Tone } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { reportsPage } from "#worker/domain/reports/read.ts";
import { unsubscribe } from "#worker/domain/reports/subscriptions.ts";
import { removeRun } from "#worker/domain/runs/runs.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/reports";
import "../../css/reports.css";

export const loader = ({ context }: Route.LoaderArgs) => reportsPage(context.get(sessionContext));

export const action = actions({
  "delete-run": ({ session }, { id = "" }) => removeRun(session, id),
  stop: ({ session }, { id = "" }) => unsubscribe(session, id),
});

export const meta = () => [{ title: "Reports - Plumbline" }];

type Run = Route.ComponentProps["loaderData"]["runs"][number];
const looks: Record<Run["status"], [Tone, "clock" | "refresh" | "ok" | "alert", string]> = {
  queued: ["hold", "clock", "Waiting"],
  running: ["info", "refresh", "Being made"],
  done: ["in-date", "ok", "Ready"],
  failed: ["overdue", "alert", "Failed"],
};

export default function Reports({ loaderData, actionData }: Route.ComponentProps) {
  const { reports, runs, subscriptions, keptDays, mostKept } = loaderData;
  const dialog = useDialog();
  const run = runs.find(({ id }) => id === dialog.asked("delete"));
  const stopped = subscriptions.find(({ id }) => id === dialog.asked("stop"));
  return (
    <div className="stack">
      <PageHead title="Reports" />
      {reports.length === 0 ? (
        <EmptyState
          title="No report is open to you"
          text="A report needs the permissions to view and to export what it is about."
        />
      ) : (
        <ul className="report-cards">
          {reports.map(({ to, title, about }) => (
            <li key={to}>
              <Link className="card report-card" to={to} prefetch="intent">
                <strong>{title}</strong>
                <span className="muted">{about}.</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {runs.length > 0 && (
        <Panel title="Your files" flush id="runs">
          <DataTable<Run>
            label="Your files"
            rows={runs}
            sticky={false}
            rowName={(row) => row.title}
            columns={[
              {
                key: "title",
                label: "File",
                card: "c-name",
                show: ({ id, status, title }) =>
                  status === "done" ? (
                    <a href={`/report-run/${id}`} download>
                      {title}
                    </a>
                  ) : (
                    title
                  ),
              },
              {
                key: "format",
                label: "As",
                card: "c-meta",
                show: ({ format }) => format.toUpperCase(),
              },
              {
                key: "status",
                label: "Status",
                card: "c-due",
                show: ({ status }) => (
                  <Badge tone={looks[status][0]} icon={looks[status][1]}>
                    {looks[status][2]}
                  </Badge>
                ),
              },
              {
                key: "progress",
                label: "Rows",
                card: "c-due",
                show: ({ progress, error }) =>
                  error ?? (progress > 0 ? plural(progress, "1 row", "{n} rows") : ""),
              },
              { key: "createdAt", label: "Asked for", card: "c-due", as: "time" },
            ]}
            rowActions={(row) => (
              <RowMenu label={`Actions for ${row.title}`}>
                {row.status === "done" && (
                  <a className="menu-item" href={`/report-run/${row.id}`} download>
                    <Icon name="dl" />
                    Download
                  </a>
                )}
                <MenuLink to={dialog.to({ delete: row.id })} icon="trash" danger>
                  Delete
                </MenuLink>
              </RowMenu>
            )}
          />
          <p className="muted report-foot">
            Files are kept for {keptDays} days, your newest {mostKept}.
          </p>
        </Panel>
      )}
      {subscriptions.length > 0 && (
        <Panel title="Each month by mail" flush id="mail">
          <DataTable
            label="Each month by mail"
            rows={subscriptions}
            sticky={false}
            rowName={(row) => row.title}
            rowHref={(row) => row.to}
            columns={[
              { key: "title", label: "Report", card: "c-name" },
              {
                key: "format",
                label: "As",
                card: "c-meta",
                show: ({ format }) => format.toUpperCase(),
              },
            ]}
            rowActions={(row) => (
              <RowMenu label={`Actions for ${row.title}`}>
                <MenuLink to={dialog.to({ stop: row.id })} icon="cross" danger>
                  Stop
                </MenuLink>
              </RowMenu>
            )}
          />
        </Panel>
      )}
      {run && (
        <ConfirmDialog
          {...dialog.shown}
          title={`Delete ${run.title}?`}
          verb="Delete file"
          intent="delete-run"
          hidden={{ id: run.id }}
          problem={refusalOf(actionData)}
        >
          <p>
            It was asked for at <TimeText at={run.createdAt} />.
          </p>
        </ConfirmDialog>
      )}
      {stopped && (
        <ConfirmDialog
          {...dialog.shown}
          title={`Stop ${stopped.title} by mail?`}
          verb="Stop"
          intent="stop"
          hidden={{ id: stopped.id }}
          problem={refusalOf(actionData)}
        >
          <p>Files that were made stay under Your files.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
