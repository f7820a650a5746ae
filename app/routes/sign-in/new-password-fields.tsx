import { PasswordField } from "#app/ui/fields.tsx";

/** A new password, twice. The hidden name tells a password manager whose it is. */
export function NewPasswordFields({ email }: { email: string }) {
  return (
    <>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        name="password"
        label="New password"
        required
        maxLength={200}
        autoComplete="new-password"
        hint="At least 12 characters. A few words in a row are easy to remember and hard to guess."
      />
      <PasswordField
        name="repeat"
        label="Repeat the new password"
        required
        maxLength={200}
        autoComplete="new-password"
      />
    </>
  );
}
