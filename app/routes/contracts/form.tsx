import { useState } from "react";
import {
  billings,
  type ContractKind,
  contractKinds,
  included,
  MOST_NOTICE_DAYS,
  NOTICE_DAYS,
} from "#app/shared/contracts.ts";
import {
  CheckField,
  DateField,
  MoneyField,
  NumberField,
  PercentField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { type Crumb, Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { Picker } from "../masters/picker.tsx";

type Props = {
  title: string;
  verb: string;
  back: string;
  /** Before the fields: what a renewal takes along. */
  about?: string;
  values: Record<string, unknown>;
  version?: number;
  problem: Refused | undefined;
};
const crumbs: Crumb[] = [
  { label: "Vendors", to: "/vendors" },
  { label: "Contracts", to: "/vendors?tab=contracts" },
];
const HOURS_OF_YEAR = 8784;

/** Adding, editing and renewing a contract are the same form. */
export function ContractForm({ title, verb, back, about, values, version, problem }: Props) {
  return (
    <RecordForm
      id="contract"
      title={title}
      crumbs={crumbs}
      back={back}
      version={version}
      values={values}
      problem={problem}
      verbs={<SubmitButton>{verb}</SubmitButton>}
    >
      {about && <p className="muted">{about}</p>}
      <Terms values={{ ...values, ...problem?.values }} />
      <Panel title="Service promised">
        <div className="form form-3">
          <NumberField name="pmVisitsPerYear" label="PM visits a year" min={1} max={366} />
          <NumberField name="responseHours" label="Response" unit="h" min={1} max={HOURS_OF_YEAR} />
          <NumberField
            name="resolveHours"
            label="Resolution"
            unit="h"
            min={1}
            max={HOURS_OF_YEAR}
          />
          <PercentField name="uptimeBp" label="Uptime" />
          <TextArea
            name="penaltyNote"
            label="Penalty"
            maxLength={2000}
            rows={2}
            className="span-all"
          />
          <TextArea name="remarks" label="Remarks" maxLength={2000} rows={2} className="span-all" />
        </div>
      </Panel>
    </RecordForm>
  );
}

const isKind = (kind: unknown): kind is ContractKind =>
  typeof kind === "string" && kind in included;

/** Choosing a kind sets what it usually includes. */
function Terms({ values }: { values: Record<string, unknown> }) {
  const on = (value: unknown) => value === true || value === 1 || value === "1";
  const [labour, setLabour] = useState(on(values.hasLabour));
  const [spares, setSpares] = useState(on(values.hasSpares));
  return (
    <Panel title="Contract">
      <div className="form form-3">
        <TextField name="number" label="Number" required maxLength={60} mono autoFocus />
        <SelectField
          name="kind"
          label="Kind"
          required
          options={[...contractKinds]}
          onChange={({ currentTarget: { value } }) => {
            if (!isKind(value)) return;
            setLabour(included[value].labour);
            setSpares(included[value].spares);
          }}
        />
        <Picker name="vendorId" label="Vendor" list="vendors" shows="vendorName" required />
        <DateField name="startOn" label="Start" required />
        <DateField name="endOn" label="End" required hint="The last day of cover" />
        <NumberField
          name="noticeDays"
          label="Notice"
          unit="days"
          min={0}
          max={MOST_NOTICE_DAYS}
          hint={`Expiring so many days before its end; ${NOTICE_DAYS} if left empty`}
        />
        <MoneyField name="valueMinor" label="Value" hint="For the whole term" />
        <SelectField name="billing" label="Billing" options={[...billings]} />
        <fieldset className="field">
          <legend className="label">Included</legend>
          <div className="form form-2 tight">
            <CheckField
              name="hasLabour"
              label="Labour"
              off="0"
              checked={labour}
              onChange={({ currentTarget }) => setLabour(currentTarget.checked)}
            />
            <CheckField
              name="hasSpares"
              label="Spares"
              off="0"
              checked={spares}
              onChange={({ currentTarget }) => setSpares(currentTarget.checked)}
            />
          </div>
        </fieldset>
        <TextArea
          name="exclusions"
          label="Exclusions"
          maxLength={2000}
          rows={2}
          className="span-all"
        />
      </div>
    </Panel>
  );
}
