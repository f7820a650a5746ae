import { Link } from "react-router";
import { SelectField } from "#app/ui/fields.tsx";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { Note, PageHead, Panel } from "#app/ui/states.tsx";
import { useSender } from "#app/ui/use-sender.ts";
import { readPreferences, savePreferences } from "#worker/domain/notifications/preferences.ts";
import { actions, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { Saved } from "../people/profile-form.tsx";
import type { Route } from "./+types/preferences";

export const loader = ({ context }: Route.LoaderArgs) =>
  readPreferences(context.get(sessionContext));
export const action = actions(({ session }, values) => savePreferences(session, values), {
  reply: stays,
});
export const meta = () => [{ title: "Notification preferences - Plumbline" }];

const onScreen = [
  { value: "now", label: "Show" },
  { value: "off", label: "Off" },
];
const byMail = [
  { value: "now", label: "At once" },
  { value: "digest", label: "In the digest" },
  { value: "off", label: "Off" },
];
const digests: Record<string, string> = {
  daily: "Your company sends the digest every morning.",
  weekly: "Your company sends the digest on Monday morning.",
  off: "Your company sends no digest: what waits for it is shown on screen only.",
};

/** What reaches the person, and how: by kind and channel. */
export default function Preferences({
  loaderData: { kinds, values, digest, email },
  actionData,
}: Route.ComponentProps) {
  const { fetcher, problem } = useSender(actionData);
  return (
    <>
      <PageHead
        title="Notification preferences"
        crumbs={[{ label: "Notifications", to: "/notifications" }, { label: "Preferences" }]}
      />
      <Saved actionData={actionData} />
      <Panel title="What reaches you">
        {kinds.length === 0 ? (
          <p className="muted">
            There is nothing you could be told of with your permissions.{" "}
            <Link to="/profile">See your permissions</Link>
          </p>
        ) : (
          <PlainForm fetcher={fetcher} problem={problem} values={values} className="stack">
            <Note tone="info" icon="mail">
              Mail goes to {email}. {digests[digest]}
            </Note>
            {kinds.map(({ kind, label, about, screen, mail }) => (
              <fieldset key={kind} className="field">
                <legend className="label">{label}</legend>
                <p className="hint">{about}</p>
                <div className="form form-2">
                  <SelectField
                    name={screen}
                    label="On screen"
                    placeholder={false}
                    options={onScreen}
                  />
                  <SelectField name={mail} label="By mail" placeholder={false} options={byMail} />
                </div>
              </fieldset>
            ))}
            <div>
              <SubmitButton>Save preferences</SubmitButton>
            </div>
          </PlainForm>
        )}
      </Panel>
    </>
  );
}
