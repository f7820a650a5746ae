import { PageHead } from "#app/ui/page.tsx";
import { teamPage } from "#worker/domain/people/team-page.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { teamAction } from "#worker/web/people-routes.ts";
import type { Route } from "./+types/team-create";
import { TeamForm } from "./team-form.tsx";

export const loader = ({ context }: Route.LoaderArgs) =>
  teamPage(context.get(sessionContext), null);
export const action = ({ request, context }: Route.ActionArgs) =>
  teamAction(request, context.get(visitContext), context.get(sessionContext), null);
export const meta = () => [{ title: "Add team - Plumbline" }];

export default function TeamCreate({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Add team" crumbs={[{ label: "Teams", to: "/teams" }, { label: "New" }]} />
      <TeamForm
        page={loaderData}
        problem={actionData?.success === false ? actionData : undefined}
      />
    </>
  );
}
