import { platformKindChoices, platformVerbChoices } from "#app/shared/platform-activity-words.ts";
import { listPlatformActivity } from "#worker/domain/platform/activity.ts";
import { staffContext } from "#worker/web/context.ts";
import { ActivityList } from "../records/activity-list.tsx";
import { platformPageOf } from "../records/words.ts";
import type { Route } from "./+types/activity-logs";
import { companyFilter, searchPlatform } from "./search-choices.ts";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listPlatformActivity(context.get(staffContext), new URL(request.url).searchParams);
export const meta = () => [{ title: "Activity Logs - Plumbline" }];

export default function PlatformActivityLogs({ loaderData }: Route.ComponentProps) {
  const { chosen, ...list } = loaderData;
  return (
    <ActivityList
      list={list}
      exportHref="/super-admin/activity-logs/export.csv"
      pageOf={platformPageOf}
      filters={[
        { key: "person", label: "Person", load: searchPlatform("staff"), selected: chosen.person },
        { key: "action", label: "Action", options: platformVerbChoices },
        { key: "kind", label: "Kind of record", options: platformKindChoices },
        companyFilter(chosen.company),
      ]}
      hasCompany
      empty={{
        title: "Nothing has happened yet",
        text: "Everything that the platform's staff do is kept here: who, when, and what it was before.",
      }}
    />
  );
}
