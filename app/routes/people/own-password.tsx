import { SubmitButton } from "#app/ui/form.tsx";
import { type ProofAsked, ProofFields } from "#app/ui/proof-fields.tsx";
import { Note, Panel } from "#app/ui/states.tsx";
import { NewPasswordFields } from "../sign-in/new-password-fields.tsx";
import { type Answered, ProfileForm } from "./profile-form.tsx";

type Props = {
  email: string;
  actionData: Answered;
  /** What is asked besides the current password, where the page knows it. */
  given?: ProofAsked | undefined;
};

/** A new password in place of the person's own. */
export function OwnPassword({ email, actionData, given }: Props) {
  return (
    <Panel title="Password" id="password">
      <ProfileForm intent="password" actionData={actionData}>
        <ProofFields name="currentPassword" label="Current password" given={given} isTyped />
        <NewPasswordFields email={email} />
        <Note tone="info">Your other sessions end with the old password.</Note>
        <div>
          <SubmitButton tone="plain">Change password</SubmitButton>
        </div>
      </ProfileForm>
    </Panel>
  );
}
