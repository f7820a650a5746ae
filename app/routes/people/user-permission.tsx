import { refusalOf } from "#app/ui/form.tsx";
import { Note, PageHead } from "#app/ui/states.tsx";
import { userGrants } from "#worker/domain/people/user-grants.ts";
import { sessionContext } from "#worker/web/context.ts";
import { userGrantActions } from "#worker/web/people-actions.ts";
import type { Route } from "./+types/user-permission";
import { CopyFrom } from "./copy-from.tsx";
import { PermissionForm } from "./permission-form.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  userGrants(context.get(sessionContext), params.id, new URL(request.url).searchParams);
export const action = userGrantActions;
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Permissions of ${loaderData?.person.name ?? "a person"} - Plumbline` },
];

export default function UserPermission({ loaderData, actionData }: Route.ComponentProps) {
  const { person, locked, matrix, presets, marks, copied, scope, places, mustScope } = loaderData;
  const here = `/user/permission/${person.id}`;
  const problem = refusalOf(actionData);
  const chosen = scope.map(({ value }) => value);
  const offered = [
    ...scope.filter(({ value }) => !places.some((place) => place.value === value)),
    ...places,
  ];
  return (
    <>
      <PageHead
        title="Permissions"
        crumbs={[{ label: person.name, to: `/user/detail/${person.id}` }, { label: "Permissions" }]}
        actions={!locked && <CopyFrom path={here} kind="person" />}
      />
      {locked ? (
        <Note tone="info">{locked}</Note>
      ) : (
        <PermissionForm
          key={`${person.version} ${copied?.from ?? ""}`}
          matrix={matrix}
          presets={presets}
          marks={marks}
          copied={copied}
          kind="states"
          version={person.version}
          problem={problem}
          backTo={`/user/detail/${person.id}`}
          name={person.name}
          scope={{
            options: offered,
            chosen,
            hint: mustScope
              ? "You can choose among your own Locations, one at least."
              : "Nothing ticked: the assets of every Location. Otherwise only these, with their reports, files and figures.",
          }}
        />
      )}
    </>
  );
}
