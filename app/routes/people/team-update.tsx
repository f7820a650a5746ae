import { Link } from "react-router";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { teamPage } from "#worker/domain/people/team-page.ts";
import { teams } from "#worker/domain/people/teams.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { teamForm } from "#worker/web/people-actions.ts";
import type { Route } from "./+types/team-update";
import { TeamForm } from "./team-form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  teamPage(context.get(sessionContext), params.id);
export const action = actions(
  ({ session, id, lists }, values) => teams.update(session, id, { ...values, ...lists }),
  teamForm,
);
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
      <TeamForm key={team?.version} page={loaderData} problem={refusalOf(actionData)} />
    </>
  );
}
