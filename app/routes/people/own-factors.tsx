import { SubmitButton } from "#app/ui/form.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { Note, Panel } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { OwnFactors as Page } from "#worker/domain/account/factors.ts";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { FactorForm } from "./factor-form.tsx";
import { OwnPasskeys } from "./own-passkeys.tsx";
import { type Answered, Saved } from "./profile-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Props = { page: Page; actionData: Answered };

/** A person's second factors: an app, passkeys, codes for when both are lost, and browsers that are remembered. */
export function OwnFactors({ page, actionData }: Props) {
  const { since, isHeldUp, codesLeft, devices, proof } = page;
  return (
    <div className="stack">
      <Saved actionData={actionData} />
      {isHeldUp && (
        <Note tone="amber" icon="lock">
          A second factor is asked of you here. Add a passkey or set up an authenticator app; then
          everything else opens.
        </Note>
      )}
      <RecoveryCodes codes={codesIn(actionData)} />
      <div className="cols cols-2">
        <div className="stack">
          <OwnPasskeys page={page} actionData={actionData} />
        </div>
        <div className="stack">
          <AuthenticatorApp page={page} actionData={actionData} />
          {since && (
            <Panel title="Recovery codes">
              <div className="stack">
                <p>
                  {codesLeft === 0
                    ? "You have no recovery code left. Make new ones, for when your device is lost."
                    : `Unused codes: ${codesLeft}. Each lets you in once when your device is lost.`}
                </p>
                <details open={codesLeft === 0}>
                  <summary>Make new codes in place of them</summary>
                  <FactorForm intent="codes" actionData={actionData}>
                    <ProofFields name="currentPassword" label="Current password" given={proof} />
                    <div>
                      <SubmitButton tone="plain">Make new codes</SubmitButton>
                    </div>
                  </FactorForm>
                </details>
              </div>
            </Panel>
          )}
          {devices.length > 0 && (
            <Panel title="Browsers that are remembered">
              <div className="stack">
                <ul className="own-sessions">
                  {devices.map(({ id, device, expiresAt }) => (
                    <li key={id}>
                      <b>{device}</b>{" "}
                      <span className="muted">
                        until <DateText on={new Date(expiresAt).toISOString().slice(0, 10)} />
                      </span>
                    </li>
                  ))}
                </ul>
                <FactorForm intent="forget-devices" actionData={actionData}>
                  <div>
                    <SubmitButton tone="plain">Ask everywhere again</SubmitButton>
                  </div>
                </FactorForm>
              </div>
            </Panel>
          )}
        </div>
      </div>
    </div>
  );
}

/** Codes in an answer: they are shown once. */
function codesIn(answer: Answered): string[] | null {
  const told = answer?.success
    ? (answer as { data?: { codes?: string[] | null } | null }).data
    : null;
  return told?.codes ?? null;
}
