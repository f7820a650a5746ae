import { useContext } from "react";
import { ask } from "#app/ui/ask.ts";
import { TextField } from "#app/ui/fields.tsx";
import { SubmitButton } from "#app/ui/form.tsx";
import { OwnPlaces } from "#app/ui/own-places.ts";
import { makePasskey, type WantedPasskey } from "#app/ui/passkey.ts";
import { PasskeyWork } from "#app/ui/passkey-button.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { Note, Panel } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { OwnFactors } from "#worker/domain/account/factors.ts";
import { FactorForm } from "./factor-form.tsx";
import type { Answered } from "./profile-form.tsx";

type Props = { page: OwnFactors; actionData: Answered };

/** Passkeys: those the person has, and the way to another. */
export function OwnPasskeys({ page, actionData }: Props) {
  const { passkeys, proof } = page;
  const { newPasskey } = useContext(OwnPlaces);
  return (
    <Panel title="Passkeys">
      <div className="stack">
        <p className="muted">
          A passkey is kept by your phone, computer or security key, and opens with your finger,
          face or PIN. It works for this address only, so that nobody can lure it elsewhere.
        </p>
        {passkeys.length > 0 && (
          <ul className="plain-list stack">
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <Passkey {...passkey} />
                <details>
                  <summary>Remove</summary>
                  <FactorForm
                    intent="remove-passkey"
                    id={`remove-${passkey.id}`}
                    actionData={actionData}
                  >
                    <input type="hidden" name="id" value={passkey.id} />
                    <ProofFields name="currentPassword" label="Current password" given={proof} />
                    <div>
                      <SubmitButton tone="danger" aria-label={`Remove ${passkey.name}`}>
                        Remove
                      </SubmitButton>
                    </div>
                  </FactorForm>
                </details>
              </li>
            ))}
          </ul>
        )}
        <FactorForm intent="passkey" actionData={actionData}>
          <TextField
            name="name"
            label="Name of the new passkey"
            hint="As you tell it apart: Phone, Ward PC, blue key"
            required
            maxLength={60}
            autoComplete="off"
          />
          <ProofFields name="currentPassword" label="Current password" given={proof} />
          <div>
            <PasskeyWork
              waiting="Waiting for your device..."
              icon="plus"
              className="btn"
              fields={["credential", "challenge"]}
              work={() => ask<WantedPasskey>(newPasskey).then(makePasskey)}
              isAlone={false}
              otherwise={<Note tone="info">This browser cannot keep passkeys.</Note>}
            >
              Add a passkey
            </PasskeyWork>
          </div>
        </FactorForm>
      </div>
    </Panel>
  );
}

function Passkey({
  name,
  elsewhere,
  isBackedUp,
  createdAt,
  lastUsedAt,
}: OwnFactors["passkeys"][number]) {
  return (
    <div>
      <b>{name}</b>
      <p className="quiet">
        Added <TimeText at={createdAt} />
        {lastUsedAt !== null && (
          <>
            , last used <TimeText at={lastUsedAt} />
          </>
        )}
        {isBackedUp && ", kept in sync by its maker"}
      </p>
      {elsewhere && (
        <Note tone="amber">{`It was made for ${elsewhere} and does not work here.`}</Note>
      )}
    </div>
  );
}
