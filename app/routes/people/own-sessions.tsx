import { SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/states.tsx";
import type { OwnSession } from "#worker/domain/account/profile.ts";
import { type Answered, ProfileForm } from "./profile-form.tsx";
import { SessionList } from "./session-list.tsx";

type Props = { sessions: OwnSession[]; now: number; actionData: Answered };

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
      <SessionList
        sessions={sessions}
        now={now}
        here="active now"
        ending={({ id }, button) => (
          <ProfileForm intent="end-session" actionData={actionData} className="">
            <input type="hidden" name="id" value={id} />
            {button}
          </ProfileForm>
        )}
      />
    </Panel>
  );
}
