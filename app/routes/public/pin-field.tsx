import { TextField } from "#app/ui/fields.tsx";

/** Asks for the PIN where the company has set one. It is never filled in by the server. */
export const PinField = () => (
  <TextField
    name="pin"
    label="PIN"
    hint="On your ward's poster"
    required
    mono
    inputMode="numeric"
    autoComplete="off"
    maxLength={8}
  />
);
