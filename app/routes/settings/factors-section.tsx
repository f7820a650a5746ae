import { CheckField, SelectField } from "#app/ui/fields.tsx";
import { of, type Props } from "./other-sections.tsx";
import { SectionForm } from "./section-form.tsx";

const people = [
  { value: "nobody", label: "Nobody: each may set one up" },
  { value: "admins", label: "Admins" },
  { value: "everybody", label: "Everybody, contacts in the portal too" },
];

/** Who has to show more than a password. */
export const FactorsSection = (props: Props) => (
  <SectionForm
    {...of(props, "factors")}
    title="Second factor"
    about="A passkey, or a code of an authenticator app after the password. Who signs in by your identity provider is asked there."
  >
    <SelectField
      name="secondFactorOf"
      label="Asked of"
      options={people}
      placeholder={false}
      required
      hint="Who has none sets one up at the next page they open"
    />
    <CheckField
      name="rememberDevices"
      label="A browser may be remembered for 30 days, in which it is not asked for"
      off="0"
    />
  </SectionForm>
);
