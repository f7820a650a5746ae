import { refusalOf } from "#app/ui/form.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { teamPage } from "#worker/domain/people/team-page.ts";
import { teams } from "#worker/domain/people/teams.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { teamForm } from "#worker/web/people-actions.ts";
import type { Route } from "./+types/team-create";
import { TeamForm } from "./team-form.tsx";

export const loader = ({ context }: Route.LoaderArgs) =>
  teamPage(context.get(sessionContext), null);
export const action = actions(
  ({ session, lists }, values) => teams.create(session, { ...values, ...lists }),
  teamForm,
);
export const meta = () => [{ title: "Add team - Plumbline" }];

export default function TeamCreate({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Add team" crumbs={[{ label: "Teams", to: "/teams" }, { label: "New" }]} />
      <TeamForm page={loaderData} problem={refusalOf(actionData)} />
    </>
  );
}
