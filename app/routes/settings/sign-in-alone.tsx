import { SelectField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { Note } from "#app/ui/states.tsx";
import type { Page } from "./sign-in.tsx";
import { problemOf } from "./sign-in-problem.ts";

type Props = { page: Page; problem: Refused | undefined };

/** Whether people of the mail domains sign in by the provider alone, with what that needs. */
export function Enforcing({ page, problem }: Props) {
  const { provider, admins, missing } = page;
  if (!provider) return null;
  const { name, isEnforced, emergencyUserId } = provider;
  const emergency = admins.find(({ value }) => value === emergencyUserId);
  const wrong = problemOf(problem, "enforce") ?? problemOf(problem, "release");
  return (
    <Panel title="Who has to use it">
      <PlainForm className="stack" problem={wrong}>
        {isEnforced ? (
          <>
            <Note tone="info">
              {`People with an address of your proved mail domains sign in by ${name} alone. ${emergency?.label ?? "One Admin"} may sign in by password in an emergency; every Admin gets a letter then.`}
            </Note>
            <ProofFields />
            <div>
              <SubmitButton name="intent" value="release" tone="plain">
                Allow passwords again
              </SubmitButton>
            </div>
          </>
        ) : (
          <>
            <p className="muted">
              {`Now people choose between ${name} and their password. You can take passwords and passkeys from everybody with an address of your proved mail domains, but for one Admin, who comes in when the provider fails.`}
            </p>
            {missing.length > 0 && (
              <>
                <p>Before that:</p>
                <ul>
                  {missing.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </>
            )}
            <SelectField
              name="emergencyUserId"
              label="Admin for emergencies"
              required
              options={admins}
              hint="An Admin who has a password"
            />
            <ProofFields />
            <div>
              <SubmitButton name="intent" value="enforce" disabled={missing.length > 0}>
                {`Sign in by ${name} alone`}
              </SubmitButton>
            </div>
          </>
        )}
      </PlainForm>
    </Panel>
  );
}
