import { ask } from "#app/ui/ask.ts";
import { PlainForm } from "#app/ui/form.tsx";
import type { AskedPasskey } from "#app/ui/passkey.ts";
import { PasskeyButton } from "#app/ui/passkey-button.tsx";

const asked = () => ask<AskedPasskey>("/login/passkey");

/** Signs in by a passkey of this host alone. What is wrong with it is told where the password is asked for. */
export function PasskeySignIn() {
  return (
    <PlainForm problem={undefined}>
      <PasskeyButton ask={asked}>Use a passkey</PasskeyButton>
    </PlainForm>
  );
}
