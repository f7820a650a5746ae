import { useState } from "react";
import { camel } from "#app/shared/camel.ts";
import { type NumberReset, numberProblem, numberText } from "#app/shared/number-format.ts";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import type { SettingsPage } from "#worker/domain/settings/read.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { SectionForm } from "./section-form.tsx";

const labels: Record<string, string> = {
  asset: "Assets",
  transfer: "Transfers",
  gate_pass: "Gate passes",
  call: "Service calls",
  calibrator: "Calibrators",
  machine: "Machines (DUC)",
  consumer: "Consumers",
  certificate: "Certificates",
  inhouse: "In-house calibrations",
  recalibration: "Recalibration requests",
};
const resets = [
  { value: "never", label: "Never" },
  { value: "fy", label: "Each fiscal year" },
  { value: "year", label: "Each calendar year" },
  { value: "month", label: "Each month" },
];

type Numbers = SettingsPage["numbers"];
type Props = { page: SettingsPage; mayEdit: boolean; actionData: FormResult | undefined };

/** How numbers are written, with what the next one would be. */
export function NumberingSection({ page: { numbers, sections }, mayEdit, actionData }: Props) {
  return (
    <SectionForm
      intent="numbering"
      title="Numbering"
      {...sections.numbering}
      mayEdit={mayEdit}
      actionData={actionData}
      about="Parts of a format: {SEQ:5} the running number with five digits, {FY} the fiscal year, {YYYY} or {YY} the year, {MM} the month. Numbers that were given stay as they are."
    >
      {numbers.kinds.map((kind) => (
        <NumberRow key={kind.key} kind={kind} day={numbers.day} />
      ))}
    </SectionForm>
  );
}

function NumberRow({ kind, day }: { kind: Numbers["kinds"][number]; day: Numbers["day"] }) {
  const [format, setFormat] = useState(kind.format);
  const [reset, setReset] = useState<NumberReset>(kind.reset);
  const name = camel(kind.key);
  const problem = numberProblem({ format: format.trim(), reset });
  const next = problem ?? `Next: ${numberText({ format: format.trim(), reset }, day, kind.next)}`;
  return (
    <div className="form form-2">
      <TextField
        name={name}
        label={labels[kind.key] ?? kind.key}
        mono
        required
        maxLength={40}
        onChange={(event) => setFormat(event.currentTarget.value)}
        hint={<output htmlFor={`settings-numbering-${name}`}>{next}</output>}
      />
      <SelectField
        name={`${name}Reset`}
        label="Begins anew"
        placeholder={false}
        options={resets}
        onChange={(event) => setReset(event.currentTarget.value as NumberReset)}
      />
    </div>
  );
}
