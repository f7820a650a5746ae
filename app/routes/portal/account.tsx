import { Link } from "react-router";
import { DefinitionList, Panel } from "#app/ui/states.tsx";
import { contactContext } from "#worker/web/context.ts";
import { accountActions, portalAccount } from "#worker/web/portal.ts";
import { OwnPassword } from "../people/own-password.tsx";
import { OwnSessions } from "../people/own-sessions.tsx";
import { Saved } from "../people/profile-form.tsx";
import type { Route } from "./+types/account";

export const loader = ({ context }: Route.LoaderArgs) => portalAccount(context.get(contactContext));
export { clientActionOfMany as clientAction } from "#app/ui/sending.ts";
export const action = accountActions;
export const meta = () => [{ title: "Account" }];

/** The contact's account: who they are to the laboratory, their password, and where they are signed in. */
export default function PortalAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { person, since, sessions, now } = loaderData;
  return (
    <>
      <h1>Account</h1>
      <Saved actionData={actionData} />
      <div className="cols cols-2">
        <div className="stack">
          <Panel title="You">
            <div className="stack">
              <DefinitionList
                entries={[
                  ["Name", person.name],
                  ["E-mail", person.email],
                  ["Organisation", person.consumer],
                  ["Laboratory", person.laboratory],
                ]}
              />
              <p className="muted">Only the laboratory changes these: tell it what is wrong.</p>
            </div>
          </Panel>
          <Panel title="Second factor">
            <div className="stack">
              <p>
                {since === null
                  ? "None is set up: your password alone lets in."
                  : "A second factor is asked for after your password."}
              </p>
              <div>
                <Link className="btn" to="/portal/second-factor">
                  {since === null ? "Set up a second factor" : "Passkeys, app and codes"}
                </Link>
              </div>
            </div>
          </Panel>
          <OwnSessions sessions={sessions} now={now} actionData={actionData} />
        </div>
        <OwnPassword email={person.email} actionData={actionData} />
      </div>
    </>
  );
}
