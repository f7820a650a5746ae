import { Link } from "react-router";
import { CheckField, PasswordField, SelectField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { Picker } from "../masters/picker.tsx";
import type { Page } from "./sign-in.tsx";
import { problemOf } from "./sign-in-problem.ts";

const serviceTypes = ["Assets", "Testing and calibration", "Both"];

type Props = { page: Page; problem: Refused | undefined };

/** What the provider is, what is read of its claims, and what it may do here. */
export function ProviderForm({ page, problem }: Props) {
  const { provider } = page;
  const { to } = useDialog();
  const wrong = problemOf(problem, "save");
  const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
  return (
    <Panel title={provider ? provider.name : "Set it up"}>
      <PlainForm
        className="stack"
        problem={wrong}
        values={
          provider ?? {
            ...{ scopes: "openid email profile", emailClaim: "email", nameClaim: "name" },
          }
        }
      >
        {provider && <input type="hidden" name="version" value={provider.version} />}
        <TextField
          name="name"
          label="Name"
          required
          maxLength={60}
          hint="As the button says it, such as Hospital account"
        />
        <TextField
          name="issuer"
          label="Issuer"
          required
          mono
          type="url"
          maxLength={500}
          {...plain}
          hint="Begins with https:// and has /.well-known/openid-configuration below it"
        />
        <TextField name="clientId" label="Client ID" required mono maxLength={300} {...plain} />
        <PasswordField
          name="clientSecret"
          label="Client secret"
          required={!provider}
          maxLength={1000}
          autoComplete="off"
          hint={provider ? "Leave it empty to keep the one that is stored" : undefined}
        />
        <TextField name="scopes" label="Scopes" required mono maxLength={300} {...plain} />
        <TextField
          name="emailClaim"
          label="Claim of the e-mail address"
          required
          mono
          maxLength={100}
          {...plain}
          hint="People are found by it the first time, if the provider says that it is verified"
        />
        <TextField
          name="nameClaim"
          label="Claim of the name"
          required
          mono
          maxLength={100}
          {...plain}
        />
        <TextField
          name="groupsClaim"
          label="Claim of the groups"
          mono
          maxLength={100}
          {...plain}
          hint="Such as groups; empty where groups are no matter"
        />
        <CheckField name="isOffered" label="Offer it where people sign in" />
        <CheckField
          name="signsOut"
          label="Sign out at the provider as well"
          hint="Whoever signs out here is signed out there, too"
        />
        <CheckField
          name="makesPeople"
          label="Make an account for people who have none"
          hint="For addresses of your proved mail domains, within your plan. They may do nothing but what their teams may."
        />
        <SelectField
          name="newServiceType"
          label="Service type of new people"
          options={page.serviceTypes.map((type) => ({
            value: String(type),
            label: serviceTypes[type] ?? String(type),
          }))}
        />
        <Picker name="newTeamId" label="Team of new people" list="teams" chosen={page.newTeam} />
        <ProofFields />
        <div className="chips">
          <SubmitButton name="intent" value="save">
            Save
          </SubmitButton>
        </div>
      </PlainForm>
      {provider && !provider.isEnforced && (
        <p>
          <Link className="btn" to={to({ do: "remove" })} preventScrollReset>
            Remove the provider
          </Link>
        </p>
      )}
    </Panel>
  );
}
