import { Link } from "react-router";
import { platformRightWords } from "#app/shared/platform-rights.ts";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Note, PageHead, Panel } from "#app/ui/states.tsx";
import { Version } from "#app/ui/version.tsx";
import { roleGrants, saveRoleGrants } from "#worker/domain/platform/roles.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/role-permission";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  roleGrants(context.get(staffContext), params.id);
export const action = staffActions(
  ({ session, id, lists: { permissions } }, { version }) =>
    saveRoleGrants(session, id, { ...(version ? { version: Number(version) } : {}), permissions }),
  { lists: ["permissions"], reply: goesOn("/roles") },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Permissions of ${loaderData?.role.name ?? "a role"} - Plumbline` },
];

export default function RolePermission({ loaderData, actionData }: Route.ComponentProps) {
  const { role, people, locked, rights } = loaderData;
  const holders =
    people.length === 0
      ? "Nobody has this role yet."
      : `It goes to ${people.map(({ name }) => name).join(", ")}.`;
  return (
    <>
      <PageHead
        title="Permissions"
        crumbs={[{ label: "Roles", to: "/roles" }, { label: role.name }]}
      />
      <PlainForm key={role.version} problem={refusalOf(actionData)} className="stack" guard>
        <Version of={role.version} />
        {locked && <Note tone="info">{locked}</Note>}
        <Panel title="May manage">
          <fieldset className="role-rights" disabled={locked !== null}>
            <legend className="sr-only">May manage</legend>
            {rights.map(({ permission, on, held }) => (
              <label
                key={permission}
                className="check"
                title={held ? undefined : "You do not have this right yourself"}
              >
                {!held && on && <input type="hidden" name="permissions" value={permission} />}
                <input
                  type="checkbox"
                  name="permissions"
                  value={permission}
                  defaultChecked={on}
                  disabled={!held}
                />
                <span>
                  {platformRightWords[permission]}
                  {!held && <small className="quiet"> not yours to give</small>}
                </span>
              </label>
            ))}
          </fieldset>
        </Panel>
        <p className="muted">{holders} A change counts from their next request on.</p>
        {!locked && (
          <div className="form-foot">
            <Link className="btn" to="/roles">
              Cancel
            </Link>
            <SubmitButton>Save permissions</SubmitButton>
          </div>
        )}
      </PlainForm>
    </>
  );
}
