import type { Choice } from "#app/shared/list.ts";
import { CheckField, EmailField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { type Crumb, Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { Picker } from "../masters/picker.tsx";
import { consumerStatuses, deliveries } from "./consumer-words.tsx";

type Props = {
  title: string;
  back: string;
  countries: readonly Choice[];
  values: Record<string, unknown>;
  version?: number;
  problem: Refused | undefined;
};
const crumbs: Crumb[] = [{ label: "Consumers", to: "/consumers" }];

/** Adding and editing a consumer are the same form. */
export function ConsumerForm({ title, back, countries, values, version, problem }: Props) {
  return (
    <RecordForm
      id="consumer"
      title={title}
      crumbs={crumbs}
      back={back}
      version={version}
      values={values}
      problem={problem}
      verbs={<SubmitButton>Save consumer</SubmitButton>}
    >
      <Panel title="Consumer">
        <div className="form form-2">
          <TextField name="name" label="Name" required maxLength={150} autoFocus />
          <TextField
            name="consumerNo"
            label="Number"
            maxLength={40}
            mono
            hint="Left empty it is numbered automatically."
          />
          <TextField name="legalName" label="Legal name" maxLength={150} />
          <TextField
            name="taxNo"
            label="Tax number"
            maxLength={40}
            mono
            hint="In India the GSTIN, such as 33ABCDE1234F1ZR"
          />
          <SelectField
            name="status"
            label="Status"
            options={consumerStatuses}
            placeholder={false}
            hint="On hold nothing new is begun."
          />
        </div>
      </Panel>
      <Panel title="Address">
        <div className="form form-2">
          <TextArea name="address" label="Address" maxLength={500} rows={2} className="span-all" />
          <TextField name="city" label="City" maxLength={60} />
          <TextField name="region" label="State or region" maxLength={60} />
          <TextField name="postalCode" label="Postal code" maxLength={12} />
          <SelectField name="country" label="Country" options={countries} />
          <TextField
            name="phone"
            label="Phone"
            type="tel"
            maxLength={30}
            hint="With the country's code, such as +91 44 4000 1000"
          />
          <EmailField name="email" label="E-mail" />
        </div>
      </Panel>
      <Panel title="Certificates">
        <div className="form form-2">
          <Picker
            name="defaultDecisionRuleId"
            label="Decision rule"
            list="decision-rules"
            shows="decisionRuleName"
            hint="Used where a contract review agrees none."
          />
          <SelectField name="delivery" label="Delivery" options={deliveries} placeholder={false} />
          <TextField
            name="language"
            label="Language"
            maxLength={35}
            mono
            hint="As a code, such as en or hi-IN"
          />
          <CheckField
            name="intervalOnCertificate"
            label="Next calibration on certificates"
            hint="Only where the consumer has agreed to it."
          />
        </div>
      </Panel>
    </RecordForm>
  );
}
