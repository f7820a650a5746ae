import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** What the server asks a passkey, with the token that says so. */
export type AskedPasskey = {
  options: Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">;
  challenge: string;
};
export type WantedPasskey = {
  options: Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">;
  challenge: string;
};

/** What a form sends of a passkey. */
export type PasskeyFields = { proofCredential: string; proofChallenge: string };

const GAVE_UP = "No passkey was used. Try again, or use another way.";
const KNOWN = "This device has a passkey for your account already.";
const FAILED = "The passkey could not be used here. Use another way.";

/** What went wrong, in words; WebAuthn tells little so that sites learn nothing of the authenticator. */
function inWords(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return GAVE_UP;
  return name === "InvalidStateError" ? KNOWN : FAILED;
}

export type Outcome = { fields: PasskeyFields } | { problem: string };

async function answered(challenge: string, work: () => Promise<object>): Promise<Outcome> {
  try {
    return {
      fields: { proofCredential: JSON.stringify(await work()), proofChallenge: challenge },
    };
  } catch (error) {
    return { problem: inWords(error) };
  }
}

/** Lets the person show a passkey. */
export async function showPasskey({ options, challenge }: AskedPasskey): Promise<Outcome> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return answered(challenge, () => startAuthentication({ optionsJSON: options }));
}

/** Lets the person make a passkey. */
export async function makePasskey({ options, challenge }: WantedPasskey): Promise<Outcome> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return answered(challenge, () => startRegistration({ optionsJSON: options }));
}

/** Whether this browser knows passkeys; they need https, or a host of this machine. */
export const hasPasskeys = (): boolean =>
  typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";
