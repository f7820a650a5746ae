import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { teamPage } from "#worker/domain/people/team-page.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { teamAction } from "#worker/web/people-routes.ts";
import type { Route } from "./+types/team-update";
import { TeamForm } from "./team-form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  teamPage(context.get(sessionContext), params.id);
export const action = ({ request, params, context }: Route.ActionArgs) =>
  teamAction(request, context.get(visitContext), context.get(sessionContext), params.id);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.team?.name ?? "Team"} - Plumbline` },
];

export default function TeamUpdate({ loaderData, actionData }: Route.ComponentProps) {
  const { team } = loaderData;
  return (
    <>
      <PageHead
        title={team?.name ?? "Team"}
        crumbs={[{ label: "Teams", to: "/teams" }, { label: "Edit" }]}
        actions={
          <Link className="btn" to={`/team/permission/${team?.id}`} prefetch="intent">
            <Icon name="shield" />
            Permissions
          </Link>
        }
      />
      <TeamForm
        key={team?.version}
        page={loaderData}
        problem={actionData?.success === false ? actionData : undefined}
      />
    </>
  );
}
