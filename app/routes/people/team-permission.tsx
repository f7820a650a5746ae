import { refusalOf } from "#app/ui/form.tsx";
import { Note, PageHead } from "#app/ui/states.tsx";
import { teamGrants } from "#worker/domain/people/team-grants.ts";
import { sessionContext } from "#worker/web/context.ts";
import { teamGrantActions } from "#worker/web/people-actions.ts";
import type { Route } from "./+types/team-permission";
import { CopyFrom } from "./copy-from.tsx";
import { PermissionForm } from "./permission-form.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  teamGrants(context.get(sessionContext), params.id, new URL(request.url).searchParams);
export const action = teamGrantActions;
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Permissions of ${loaderData?.team.name ?? "a team"} - Plumbline` },
];

export default function TeamPermission({ loaderData, actionData }: Route.ComponentProps) {
  const { team, members, locked, matrix, presets, marks, copied } = loaderData;
  const problem = refusalOf(actionData);
  return (
    <>
      <PageHead
        title="Permissions"
        crumbs={[{ label: team.name, to: `/team/update/${team.id}` }, { label: "Permissions" }]}
        actions={!locked && <CopyFrom path={`/team/permission/${team.id}`} kind="team" />}
      />
      <div className="stack">
        {locked ? (
          <Note tone="info">{locked}</Note>
        ) : (
          <>
            <p className="muted">
              {members.length === 0
                ? "Nobody is in this team yet."
                : `These rights go to ${namesOf(members)}.`}
            </p>
            <PermissionForm
              key={`${team.version} ${copied?.from ?? ""}`}
              matrix={matrix}
              presets={presets}
              marks={marks}
              copied={copied}
              kind="ticks"
              version={team.version}
              problem={problem}
              backTo="/teams"
              name={team.name}
            />
          </>
        )}
      </div>
    </>
  );
}

const namesOf = (members: { name: string }[]) => {
  const [first, second, third, ...more] = members.map(({ name }) => name);
  return [first, second, third, more.length ? `${more.length} more` : ""]
    .filter(Boolean)
    .join(", ");
};
