import { TextField } from "#app/ui/fields.tsx";
import { SubmitButton } from "#app/ui/form.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { QrCode } from "#app/ui/qr.tsx";
import { Panel } from "#app/ui/states.tsx";
import type { OwnFactors } from "#worker/domain/account/factors.ts";
import { FactorForm } from "./factor-form.tsx";
import type { Answered } from "./profile-form.tsx";

type Props = { page: OwnFactors; actionData: Answered };

/** The codes of an authenticator app: set up, moved to another phone, or removed. */
export function AuthenticatorApp({ page, actionData }: Props) {
  const { hasApp, setUp, proof } = page;
  const form = (
    <FactorForm intent="app" actionData={actionData}>
      <SeedToScan {...setUp} />
      <input type="hidden" name="setUp" value={setUp.sealed} />
      <TextField
        name="code"
        label="Code of the app"
        hint="Six digits"
        required
        maxLength={10}
        inputMode="numeric"
        autoComplete="off"
      />
      <ProofFields name="currentPassword" label="Current password" given={proof} />
      <div>
        <SubmitButton tone="plain">{hasApp ? "Use this app from now on" : "Set up"}</SubmitButton>
      </div>
    </FactorForm>
  );
  return (
    <Panel title="Authenticator app">
      {hasApp ? (
        <div className="stack">
          <p>An authenticator app is set up. Its codes are asked for after your password.</p>
          <details>
            <summary>Another app or phone</summary>
            {form}
          </details>
          <details>
            <summary>Remove the app</summary>
            <FactorForm intent="remove-app" actionData={actionData}>
              <ProofFields name="currentPassword" label="Current password" given={proof} />
              <div>
                <SubmitButton tone="danger">Remove app</SubmitButton>
              </div>
            </FactorForm>
          </details>
        </div>
      ) : (
        form
      )}
    </Panel>
  );
}

/** Four groups of four letters, with a space after each. */
const HALF = 20;

function SeedToScan({ seed, qr }: OwnFactors["setUp"]) {
  return (
    <>
      <p className="muted">
        Scan this with an app such as Aegis, 2FAS, Google Authenticator or a password manager, then
        type the code it shows.
      </p>
      <div>
        <QrCode qr={qr} title="QR code for the authenticator app" width={180} height={180} />
      </div>
      <p>
        Or type this key: <span className="code">{seed.slice(0, HALF)}</span>{" "}
        <span className="code">{seed.slice(HALF)}</span>
      </p>
    </>
  );
}
