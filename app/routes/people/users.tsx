import { peoplePage } from "#worker/domain/people/page.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { inviteCommands, personCommands } from "#worker/web/people-actions.ts";
import type { Route } from "./+types/users";
import { InviteMany } from "./invite-many.tsx";
import { PeopleTable } from "./people-list.tsx";
import { PersonDialogs } from "./person-dialogs.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  peoplePage(context.get(sessionContext), new URL(request.url).searchParams);
export const action = actions({ ...inviteCommands, ...personCommands });
export const meta = () => [{ title: "Users - Plumbline" }];

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PeopleTable data={loaderData} head />
      <PersonDialogs person={loaderData.record} rules={loaderData.rules} answer={actionData} />
      <InviteMany rules={loaderData.rules} answer={actionData} />
    </>
  );
}
