import { SubmitButton } from "#app/ui/form.tsx";
import { Badge, Panel } from "#app/ui/states.tsx";
import { AgeText } from "#app/ui/time.tsx";
import type { OwnSession } from "#worker/domain/profile.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { ProfileForm } from "./profile-form.tsx";

type Props = { sessions: OwnSession[]; now: number; actionData: FormResult | undefined };

/** Where the person is signed in, and the way out of each. */
export function OwnSessions({ sessions, now, actionData }: Props) {
  return (
    <Panel
      title="Where you are signed in"
      foot={
        sessions.length > 1 && (
          <ProfileForm intent="end-others" actionData={actionData} className="">
            <SubmitButton tone="plain">Sign out everywhere else</SubmitButton>
          </ProfileForm>
        )
      }
    >
      <ul className="own-sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <b>{session.device}</b>
              <p className="quiet">
                {session.ip ?? "Unknown address"},{" "}
                {session.isThis ? (
                  "active now"
                ) : (
                  <>
                    last seen <AgeText at={session.lastSeenAt} now={now} /> ago
                  </>
                )}
              </p>
            </div>
            {session.isThis ? (
              <Badge tone="info" icon="check">
                This device
              </Badge>
            ) : (
              <ProfileForm intent="end-session" actionData={actionData} className="">
                <input type="hidden" name="id" value={session.id} />
                <SubmitButton tone="plain" className="btn-sm" aria-label={`Sign out ${session.device}`}>
                  Sign out
                </SubmitButton>
              </ProfileForm>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
