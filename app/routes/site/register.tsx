import { companyKindChoices } from "#app/shared/company-kinds.ts";
import { SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Trap } from "#app/ui/trap.tsx";
import { visitContext } from "#worker/web/context.ts";
import { registerAction } from "#worker/web/site-forms.ts";
import { registerPage } from "#worker/web/site-sign-up.ts";
import type { Route } from "./+types/register";
import { FIRST_ADMIN, HostField, PersonFields, UseField } from "./new-company-fields.tsx";
import { Hero, Hung } from "./parts.tsx";
import "#app/css/signup.css";

export const loader = ({ context }: Route.LoaderArgs) => registerPage(context.get(visitContext));
export const action = registerAction;

/** The fields as they stand, one under the other. */
const order = [
  ...["companyName", "companyKind", "country", "word", "serviceType", "note"],
  ...["name", "email", "phone"],
];
const cursor = { autoFocus: true };

/** An account that a person looks at before it begins: for a country, a size or a plan that the form of a trial does not know. */
export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { apex, countries } = loaderData;
  if (actionData?.success)
    return (
      <Hung className="hero">
        <div className="query-sent" role="status" tabIndex={-1} {...cursor}>
          <h1>{actionData.message}</h1>
          <p>A person looks at your request. The address is kept for you for 30 days.</p>
        </div>
      </Hung>
    );
  const problem = refusalOf(actionData);
  const first = order.find((name) => problem?.errors?.[name]) ?? (problem ? order[0] : null);
  const at = (name: string) => (first === name ? cursor : {});
  return (
    <>
      <Hero lines={["An account by request."]}>
        Tell us who you are and which address you would like. A person decides, and you get the
        invitation by e-mail.
      </Hero>
      <PlainForm className="sign-up" id="register" problem={problem} toldAtFields>
        <Hung side={<b>Your company</b>}>
          <div className="form sign-up-part">
            <TextField
              name="companyName"
              label="Company"
              required
              maxLength={150}
              autoComplete="organization"
              {...at("companyName")}
            />
            <SelectField
              name="companyKind"
              label="Kind"
              required
              options={companyKindChoices}
              {...at("companyKind")}
            />
            <SelectField
              name="country"
              label="Country"
              required
              options={countries}
              {...at("country")}
            />
            <HostField apex={apex} {...at("word")} />
            <UseField />
            <TextArea
              name="note"
              label="Note"
              hint="How many devices and people, and what we should know. No patient data."
              maxLength={1000}
              rows={4}
              {...at("note")}
            />
          </div>
        </Hung>
        <Hung side={FIRST_ADMIN}>
          <div className="form sign-up-part">
            <PersonFields at={at} />
            <TextField
              name="phone"
              label="Phone"
              type="tel"
              required
              maxLength={30}
              autoComplete="tel"
              {...at("phone")}
            />
            <Trap />
            <p className="fine">
              What is kept of you stands under <a href="/privacy">privacy</a>. To begin at once,{" "}
              <a href="/signup">start a trial</a>.
            </p>
            <div>
              <SubmitButton>Send request</SubmitButton>
            </div>
          </div>
        </Hung>
      </PlainForm>
    </>
  );
}
