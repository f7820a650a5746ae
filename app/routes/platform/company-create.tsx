import { Link } from "react-router";
import { companyKindChoices } from "#app/shared/company-kinds.ts";
import { EmailField, SelectField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { companies } from "#worker/domain/platform/companies.ts";
import { countryChoices, currencyChoices, zoneChoices } from "#worker/domain/platform/countries.ts";
import { apexHosts } from "#worker/tenancy/hosts.ts";
import { anyActions, goesOn } from "#worker/web/actions.ts";
import { anySessionContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/company-create";
import { PlaceFields, ShardField } from "./new-company-fields.tsx";
import { serviceTypes } from "./parts.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const open = await companies.openShards(context.get(anySessionContext));
  const shards = open.map(({ id, name, companyCount }) => ({
    value: id,
    label: name,
    hint: `${companyCount} companies`,
  }));
  return {
    shards,
    apex: apexHosts(context.get(visitContext).env)[0],
    countries: countryChoices,
    currencies: currencyChoices,
    zones: zoneChoices,
  };
}

export const action = anyActions(
  ({ session, visit }, values) => companies.create(session, visit.env, values),
  { reply: goesOn("/companies?sort=created&dir=desc") },
);

export const meta = () => [{ title: "Add company - Plumbline" }];

export default function CreateCompany({ loaderData, actionData }: Route.ComponentProps) {
  const { shards, apex, countries, currencies, zones } = loaderData;
  return (
    <PlainForm
      guard
      id="company"
      className="stack"
      problem={refusalOf(actionData)}
      values={{ kind: "hospital", serviceType: 2, country: "IN" }}
    >
      <PageHead
        title="Add company"
        crumbs={[{ label: "Companies", to: "/companies" }]}
        sticky
        actions={
          <>
            <Link className="btn" to="/companies">
              Cancel
            </Link>
            <SubmitButton>Add company</SubmitButton>
          </>
        }
      />
      <Panel title="Company">
        <div className="form form-2">
          <TextField name="name" label="Name" required maxLength={150} />
          <TextField
            name="slug"
            label="Short name"
            required
            mono
            maxLength={40}
            autoCapitalize="none"
            spellCheck={false}
            hint={`Its address is {short name}.${apex}. Letters, digits and hyphens.`}
          />
          <SelectField name="kind" label="Kind" required options={companyKindChoices} />
          <SelectField name="serviceType" label="Service type" required options={serviceTypes} />
          <TextField name="phone" label="Phone" type="tel" required maxLength={30} />
          <EmailField name="email" label="E-mail" required />
        </div>
      </Panel>
      <Panel title="Place">
        <div className="form form-2">
          <SelectField name="country" label="Country" required options={countries} />
          <PlaceFields currencies={currencies} zones={zones} />
          <ShardField shards={shards} />
        </div>
      </Panel>
      <Panel title="First Admin">
        <div className="form form-2">
          <TextField name="adminName" label="Name" required maxLength={100} />
          <EmailField
            name="adminEmail"
            label="E-mail"
            required
            hint="The invitation goes here and lasts 72 hours."
          />
        </div>
      </Panel>
    </PlainForm>
  );
}
