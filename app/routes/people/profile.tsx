import { Link } from "react-router";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { SubmitButton } from "#app/ui/form.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { ThemeLink } from "#app/ui/shell/theme-toggle.tsx";
import { DefinitionList, Note, PageHead, Panel } from "#app/ui/states.tsx";
import { removeAvatar, saveAvatar } from "#worker/domain/account/avatar.ts";
import {
  changeOwnEmail,
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  ownProfile,
  saveOwnDetails,
} from "#worker/domain/account/profile.ts";
import { notFound } from "#worker/refusals.ts";
import { type AnySession, Session } from "#worker/session.ts";
import { anyActions, closes, stays } from "#worker/web/actions.ts";
import { anySessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/profile";
import { OwnPassword } from "./own-password.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { PictureForm } from "./picture-form.tsx";
import { ProfileForm, Saved } from "./profile-form.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ownProfile(context.get(anySessionContext));
export const action = anyActions(
  {
    details: ({ session }, values) => saveOwnDetails(session, values),
    password: ({ session, visit }, values) => changeOwnPassword(session, visit.env, values),
    email: ({ session }, values) => changeOwnEmail(session, values),
    "end-session": { run: ({ session }, values) => endOwnSession(session, values), reply: closes },
    "end-others": {
      run: ({ session }, values) => endOtherSessions(session, values),
      reply: closes,
    },
    picture: async ({ session, visit, file }) =>
      saveAvatar(memberOf(session), visit.env.MEDIA, file("picture")),
    "remove-picture": async ({ session }) => removeAvatar(memberOf(session)),
  },
  { reply: stays },
);

/** Staff have no picture. */
const memberOf = (session: AnySession): Session =>
  session instanceof Session ? session : notFound("action");

export const meta = () => [{ title: "Profile - Plumbline" }];

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { person, type, avatar, pendingEmail, secondFactor, sessions, permissions, now } =
    loaderData;
  return (
    <>
      <PageHead title="Profile" />
      <Saved actionData={actionData} />
      <div className="cols cols-2">
        <div className="stack">
          <Panel title="You">
            <ProfileForm intent="details" values={person} actionData={actionData}>
              <TextField name="name" label="Name" required maxLength={100} autoComplete="name" />
              <TextField name="phone" label="Phone" type="tel" maxLength={30} autoComplete="tel" />
              <div>
                <SubmitButton>Save profile</SubmitButton>
              </div>
            </ProfileForm>
          </Panel>
          {type !== "Super Admin" && <PictureForm href={avatar} actionData={actionData} />}
          <Panel title="E-mail">
            <ProfileForm intent="email" actionData={actionData}>
              <p>
                You sign in with <b>{person.email}</b>.
              </p>
              {pendingEmail && (
                <Note tone="amber" icon="mail">
                  {pendingEmail} counts once the link that was sent there is opened.
                </Note>
              )}
              <EmailField name="newEmail" label="New address" required autoComplete="email" />
              <ProofFields name="currentPassword" label="Current password" />
              <div>
                <SubmitButton tone="plain">Change address</SubmitButton>
              </div>
            </ProfileForm>
          </Panel>
          <Panel title="Second factor">
            <p>
              {secondFactor
                ? "Besides your password, a passkey or a code is asked for."
                : "Your password alone lets you in."}
            </p>
            <div>
              <Link className="btn" to="/profile/second-factor">
                {secondFactor ? "Passkeys, app and recovery codes" : "Set up a second factor"}
              </Link>
            </div>
          </Panel>
          <OwnPassword email={person.email} actionData={actionData} />
        </div>
        <div className="stack">
          <OwnSessions sessions={sessions} now={now} actionData={actionData} />
          <Panel title="Your permissions">
            {type === "Admin" ? (
              <p className="muted">An Admin holds every permission of the company.</p>
            ) : (
              <DefinitionList
                entries={permissions.map(({ label, verbs }) => [label, verbs.join(", ")])}
              />
            )}
            {permissions.length === 0 && (
              <p className="muted">No permission was given to you yet. Ask an Admin.</p>
            )}
          </Panel>
          <Panel title="Appearance">
            <ThemeLink />
          </Panel>
        </div>
      </div>
    </>
  );
}
