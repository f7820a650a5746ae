import { kindChoices, verbChoices } from "#app/shared/activity-words.ts";
import { listActivity } from "#worker/domain/activity/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { assetChoices, searchChoices } from "../masters/choices.ts";
import type { Route } from "./+types/activity-logs";
import { ActivityList } from "./activity-list.tsx";
import { pageOf } from "./words.ts";

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

export default function ActivityLogs({ loaderData }: Route.ComponentProps) {
  const { me, may, chosen, ...list } = loaderData;
  const person = may.people
    ? { key: "person", label: "Person", load: searchChoices("people"), selected: chosen.person }
    : { key: "person", label: "Person", options: [me] };
  return (
    <ActivityList
      list={list}
      exportHref={may.export ? "/activity-logs/export.csv" : undefined}
      pageOf={pageOf}
      filters={[
        person,
        { key: "action", label: "Action", options: verbChoices },
        { key: "kind", label: "Kind of record", options: kindChoices },
        ...(may.assets
          ? [{ key: "asset", label: "Asset", load: assetChoices, selected: chosen.asset }]
          : []),
      ]}
      empty={{
        title: "Nothing has happened yet",
        text: "Every change is kept here: who made it, when, and what it was before.",
      }}
    />
  );
}
