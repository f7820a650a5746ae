import { useEffect, useRef, useState } from "react";
import { ask } from "#app/ui/ask.ts";
import { TextField } from "#app/ui/fields.tsx";
import { SubmitButton } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { hasPasskeys, makePasskey, type WantedPasskey } from "#app/ui/passkey.ts";
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
          <NewPasskeyButton />
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

/** Lets the browser make a passkey, and sends the form with it. */
function NewPasskeyButton() {
  const [isThere, setThere] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const credential = useRef<HTMLInputElement>(null);
  const challenge = useRef<HTMLInputElement>(null);
  useEffect(() => setThere(hasPasskeys()), []);

  const make = async () => {
    const form = credential.current?.form;
    if (!form || !credential.current || !challenge.current || !form.reportValidity()) return;
    setBusy(true);
    setProblem(null);
    const outcome = await ask<WantedPasskey>("/profile/new-passkey")
      .then(makePasskey)
      .catch((error: unknown) => ({
        problem: error instanceof Error ? error.message : "Try again.",
      }));
    setBusy(false);
    if ("problem" in outcome) return setProblem(outcome.problem);
    credential.current.value = outcome.fields.proofCredential;
    challenge.current.value = outcome.fields.proofChallenge;
    form.requestSubmit();
  };

  if (isThere === false) return <Note tone="info">This browser cannot keep passkeys.</Note>;
  return (
    <div className="stack">
      <input type="hidden" name="credential" ref={credential} />
      <input type="hidden" name="challenge" ref={challenge} />
      {problem && (
        <div role="alert">
          <Note tone="amber">{problem}</Note>
        </div>
      )}
      <div>
        <button className="btn" type="button" onClick={make} disabled={isBusy || !isThere}>
          <Icon name="plus" />
          {isBusy ? "Waiting for your device..." : "Add a passkey"}
        </button>
      </div>
    </div>
  );
}
