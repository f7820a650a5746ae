import { plural } from "#app/shared/plural.ts";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Trap } from "#app/ui/trap.tsx";
import { visitContext } from "#worker/web/context.ts";
import { signUpAction } from "#worker/web/site-forms.ts";
import { signUpPage } from "#worker/web/site-sign-up.ts";
import type { Route } from "./+types/signup";
import { FIRST_ADMIN, HostField, PersonFields, UseField } from "./new-company-fields.tsx";
import { Hero, Hung } from "./parts.tsx";
import { AskButton } from "./site-frame.tsx";
import "#app/css/signup.css";

export const loader = ({ context }: Route.LoaderArgs) => signUpPage(context.get(visitContext));
export const action = signUpAction;

/** The fields as they stand, one under the other. */
const order = ["companyName", "word", "country", "timeZone", "serviceType", "name", "email"];
const cursor = { autoFocus: true };

/** A company of one's own, tried for a time: what it is called and where it lives, and who its first Admin is. */
export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { apex, trialDays, countries, zones } = loaderData;
  if (actionData?.success)
    return (
      <Hung className="hero">
        <div className="query-sent" role="status" tabIndex={-1} {...cursor}>
          <h1>{actionData.message}</h1>
          <p>Nothing came after a few minutes? Look among unwanted mail, or sign up once more.</p>
        </div>
      </Hung>
    );
  if (trialDays === null)
    return (
      <Hero lines={["Trials are not open yet."]} acts={<AskButton isFirst />}>
        Tell us what you would like to keep in Plumbline, and a person gets back to you.
      </Hero>
    );
  const problem = refusalOf(actionData);
  const first = order.find((name) => problem?.errors?.[name]) ?? (problem ? order[0] : null);
  const at = (name: string) => (first === name ? cursor : {});
  return (
    <>
      <Hero
        lines={[
          plural(trialDays, "One day, on your own address.", "{n} days, on your own address."),
        ]}
      >
        We send one link to confirm. Until you open it, nothing is kept for more than two days. A
        country or a size that is not here? <a href="/register">Ask for an account</a>.
      </Hero>
      <PlainForm className="sign-up" id="sign-up" problem={problem} toldAtFields>
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
            <HostField apex={apex} {...at("word")} />
            <SelectField
              name="country"
              label="Country"
              required
              options={countries}
              hint="Sets your currency and time zone. The currency stays once money is recorded."
              {...at("country")}
            />
            <SelectField
              name="timeZone"
              label="Time zone"
              options={zones}
              placeholder="As in most of the country"
              {...at("timeZone")}
            />
            <UseField />
          </div>
        </Hung>
        <Hung side={FIRST_ADMIN}>
          <div className="form sign-up-part">
            <PersonFields at={at} />
            <Trap />
            <p className="fine">
              By starting you accept the <a href="/terms">terms of use</a>. What is kept of you
              stands under <a href="/privacy">privacy</a>.
            </p>
            <div>
              <SubmitButton>Send the link</SubmitButton>
            </div>
          </div>
        </Hung>
      </PlainForm>
    </>
  );
}
