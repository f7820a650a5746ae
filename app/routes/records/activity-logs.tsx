import { Link, useLocation } from "react-router";
import { actionText, kindChoices, kindText, verbChoices } from "#app/shared/activity-words.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { Note } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { listActivity } from "#worker/domain/activity/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { assetChoices, searchChoices } from "../masters/choices.ts";
import type { Route } from "./+types/activity-logs";
import { ChangeSummary } from "./change.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { doorText } from "./words.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const list = await listActivity(session, new URL(request.url).searchParams);
  const me = { value: session.actor.userId, label: session.actor.name };
  return {
    ...list,
    me,
    may: {
      export: session.type === "Admin",
      people: session.can("view-user"),
      assets: session.can("view-asset"),
    },
  };
}
export const meta = () => [{ title: "Activity Logs - Plumbline" }];

/** Finds assets for the picker of a filter. */

export default function ActivityLogs({ loaderData }: Route.ComponentProps) {
  const { me, may, chosen, entry, lookedBackTo, ...list } = loaderData;
  const at = useLocation();
  const { to } = useDialog();
  const person = may.people
    ? { key: "person", label: "Person", load: searchChoices("people"), selected: chosen.person }
    : { key: "person", label: "Person", options: [me] };
  return (
    <>
      <ListPage
        title="Activity Logs"
        result={list}
        searchLabel="Name of the record"
        {...(may.export ? { exportHref: "/activity-logs/export.csv" } : {})}
        filters={[
          person,
          { key: "action", label: "Action", options: verbChoices },
          { key: "kind", label: "Kind of record", options: kindChoices },
          ...(may.assets
            ? [{ key: "asset", label: "Asset", load: assetChoices, selected: chosen.asset }]
            : []),
          { key: "from", label: "From", isDate: true },
          { key: "to", label: "To", isDate: true },
        ]}
        columns={[
          { key: "at", label: "Time", card: "c-top", as: "time" },
          {
            key: "person",
            label: "Who",
            card: "c-due",
            show: (row) => (
              <>
                {row.actorName} <span className="quiet">{doorText(row.via)}</span>
              </>
            ),
          },
          {
            key: "action",
            label: "What",
            card: "c-state",
            keep: true,
            show: (row) => actionText(row),
          },
          {
            key: "record",
            label: "Record",
            card: "c-name",
            clip: true,
            show: (row) => (
              <Link
                to={to({ entry: row.id })}
                preventScrollReset
                aria-label={`${kindText(row.entityKind)} ${row.entityLabel}`}
              >
                {row.entityLabel || kindText(row.entityKind)}
              </Link>
            ),
          },
          {
            key: "changes",
            label: "Changes",
            card: "c-meta",
            long: true,
            wide: 2,
            show: (row) => <ChangeSummary action={row.action} changes={row.changes} />,
          },
          { key: "ip", label: "Address", wide: 1, as: "code" },
        ]}
        empty={{
          title: "Nothing has happened yet",
          text: "Every change is kept here: who made it, when, and what it was before.",
        }}
      >
        {lookedBackTo !== null && list.page.next && (
          <Note tone="info">
            Looked back to <TimeText at={lookedBackTo} />.{" "}
            <Link to={listUrl(at, { after: list.page.next })}>Continue to look further back</Link>
          </Note>
        )}
      </ListPage>
      <EntryDialog entry={entry} />
    </>
  );
}
