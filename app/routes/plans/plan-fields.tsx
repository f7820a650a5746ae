import { useState } from "react";
import type { Choice } from "#app/shared/list.ts";
import {
  CheckField,
  DateField,
  MoneyField,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import { Panel } from "#app/ui/page.tsx";
import { serviceTypes } from "../platform/parts.tsx";

/** What a plan says by itself. */
export function PlanFields() {
  return (
    <>
      <TextField name="name" label="Name" required maxLength={80} />
      <TextField
        name="code"
        label="Code"
        required
        mono
        maxLength={40}
        autoCapitalize="characters"
        spellCheck={false}
        hint="Letters, digits and hyphens. No other plan has it."
      />
      <SelectField name="serviceType" label="Service type" required options={serviceTypes} />
      <NumberField
        name="sort"
        label="Order"
        required
        min={0}
        max={10_000}
        hint="Plans with a lower number stand first."
      />
      <TextField
        name="summary"
        label="Summary"
        maxLength={200}
        className="span-all"
        hint="One sentence for the page of plans."
      />
      <CheckField
        name="isPublic"
        label="Public"
        off="0"
        hint="Shown on the page of plans. Staff can give the others all the same."
      />
    </>
  );
}

type Props = { currencies: Choice[]; currency: string };

/** What a version costs and allows. */
export function VersionFields({ currencies, currency: first }: Props) {
  const [currency, setCurrency] = useState(first);
  return (
    <>
      <Panel title="Price">
        <div className="form form-2">
          <SelectField
            name="currency"
            label="Currency"
            required
            options={currencies}
            placeholder={false}
            onChange={(event) => setCurrency(event.currentTarget.value)}
          />
          <DateField
            name="validFrom"
            label="Holds from"
            required
            hint="Whoever has the plan keeps their version until they renew."
          />
          <MoneyField name="priceMonthlyMinor" label="Price a month" required currency={currency} />
          <MoneyField name="priceYearlyMinor" label="Price a year" required currency={currency} />
          <NumberField name="trialDays" label="Trial" unit="days" required min={0} max={365} />
        </div>
      </Panel>
      <Panel title="Limits">
        <div className="form form-2">
          <p className="muted span-all">Empty: without a limit.</p>
          <NumberField name="maxAssets" label="Assets" min={0} />
          <NumberField name="maxUsers" label="People" min={0} />
          <NumberField name="maxStorageMb" label="Storage" unit="MB" min={0} />
          <NumberField name="maxCertificatesPerMonth" label="Certificates a month" min={0} />
        </div>
      </Panel>
      <Panel title="Features">
        <TextArea
          name="features"
          label="Features"
          rows={6}
          maxLength={2500}
          hint="For the page of plans: one a line, up to 20 of 120 characters."
        />
      </Panel>
    </>
  );
}
