import { SubmitButton } from "#app/ui/form.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { Note, Panel } from "#app/ui/states.tsx";
import { NewPasswordFields } from "../sign-in/new-password-fields.tsx";
import { type Answered, ProfileForm } from "./profile-form.tsx";

type Props = { email: string; actionData: Answered };

/** A new password in place of the person's own. */
export function OwnPassword({ email, actionData }: Props) {
  return (
    <Panel title="Password" id="password">
      <ProfileForm intent="password" actionData={actionData}>
        <ProofFields name="currentPassword" label="Current password" />
        <NewPasswordFields email={email} />
        <Note tone="info">Your other sessions end with the old password.</Note>
        <div>
          <SubmitButton tone="plain">Change password</SubmitButton>
        </div>
      </ProfileForm>
    </Panel>
  );
}
