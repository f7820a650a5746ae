import { useContext, useEffect, useState } from "react";
import { ask } from "./ask.ts";
import { PasswordField, TextField } from "./fields.tsx";
import { useField } from "./form-context.ts";
import { OwnPlaces } from "./own-places.ts";
import type { AskedPasskey } from "./passkey.ts";
import { PasskeyButton } from "./passkey-button.tsx";

/** What an act asks of the person besides their password. */
export type ProofAsked = { asksCode: boolean; passkey: AskedPasskey | null };

type Props = {
  name?: "password" | "currentPassword";
  label?: string;
  hint?: string;
  isOptional?: boolean;
  /** The password itself is asked: a passkey stands for the code alone. */
  isTyped?: boolean;
  /** What is asked, where the page knows it; fetched otherwise. */
  given?: ProofAsked | undefined;
};

const fetched = (place: string, signal?: AbortSignal) =>
  ask<ProofAsked>(place, signal ? { signal } : {});

/**
 * Asks a person again who they are, before what they sign or what moves money: their password, and their second factor where they
 * have one. A passkey stands for both.
 */
export function ProofFields({
  name = "password",
  label = "Your password",
  hint,
  isOptional = false,
  isTyped = false,
  given,
}: Props) {
  const [found, setFound] = useState<ProofAsked | null>(null);
  const code = useField("proofCode");
  const { proof: place } = useContext(OwnPlaces);
  useEffect(() => {
    if (given) return;
    const gone = new AbortController();
    fetched(place, gone.signal).then(setFound, () => {
      // Without an answer the server asks for the code once the form was sent.
    });
    return () => gone.abort();
  }, [given, place]);
  const asked = given ?? found;
  const asksCode = asked?.asksCode || code.errors;
  const passkey = isTyped && !asksCode ? null : asked?.passkey;
  return (
    <>
      <PasswordField
        name={name}
        label={label}
        hint={hint}
        required={!isOptional}
        maxLength={200}
        autoComplete="current-password"
      />
      {asksCode && (
        <TextField
          name="proofCode"
          label="Code"
          hint="Of your authenticator app, or a recovery code"
          maxLength={40}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {passkey && (
        <PasskeyButton
          className="btn"
          ask={() => fetched(place).then((now) => now.passkey ?? passkey)}
          isAlone={!isTyped}
        >
          {isTyped ? "Use a passkey instead of a code" : "Use a passkey instead"}
        </PasskeyButton>
      )}
    </>
  );
}
