import { EmailField, SegmentedField, TextField } from "#app/ui/fields.tsx";

const uses = ["Assets", "Calibration", "Both"].map((label, value) => ({
  ...{ value: String(value), label },
}));

/** The word of a new company before the platform's name; while it is typed, it is said whether it is free. */
export const HostField = ({ apex, ...input }: { apex: string; autoFocus?: boolean }) => (
  <div className="host-field">
    <TextField
      name="word"
      label="Address"
      required
      maxLength={40}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      after={`.${apex}`}
      data-asks="/signup/host"
      data-said="host-said"
      {...input}
    />
    <p className="host-said" id="host-said" role="status" />
  </div>
);

/** What a new company is for. */
export const UseField = () => (
  <SegmentedField name="serviceType" label="What for" options={uses} defaultValue="0" />
);

/** Beside the fields of who asks. */
export const FIRST_ADMIN = (
  <>
    <b>You</b>
    <br />
    first administrator
  </>
);

/** Who asks, and becomes the first Admin. @param at what a field has besides, such as the cursor */
export const PersonFields = ({ at }: { at: (name: string) => { autoFocus?: boolean } }) => (
  <>
    <TextField
      name="name"
      label="Your name"
      required
      maxLength={100}
      autoComplete="name"
      {...at("name")}
    />
    <EmailField name="email" label="E-mail" required autoComplete="email" {...at("email")} />
  </>
);
