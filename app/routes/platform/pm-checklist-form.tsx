import { Link } from "react-router";
import {
  BLANK_CHECK,
  checkNames,
  checkNamesProblem,
  LONGEST_CHECK,
} from "#app/shared/check-names.ts";
import type { Choice } from "#app/shared/list.ts";
import { CheckField, NumberField, SelectField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { NamesField } from "#app/ui/names-field.tsx";
import { type Crumb, DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { TakeTheirs } from "#app/ui/take-theirs.tsx";
import { Version } from "#app/ui/version.tsx";

type Props = {
  title: string;
  verb: string;
  types: Choice[];
  checklist: { revision: number; version: number } | null;
  problem: Refused | undefined;
};

/** What someone else saved while this form was open. */
type Newer = { version: number; revision: number; machineName: string; lists: string[] };

const crumbs: Crumb[] = [{ label: "PM Checklists", to: "/pm-checklists" }];

/** Creating and editing are the same form. */
export function PmChecklistForm({ title, verb, types, checklist, problem }: Props) {
  const newer = checklist && (problem?.data as Newer | undefined);
  return (
    <PlainForm
      guard
      id="pm-checklist"
      className="stack"
      problem={problem}
      values={checklist ?? { isActive: true }}
    >
      <PageHead
        title={title}
        crumbs={crumbs}
        sticky
        actions={
          <>
            <Link className="btn" to="/pm-checklists">
              Cancel
            </Link>
            <SubmitButton>{verb}</SubmitButton>
          </>
        }
      />
      {checklist && <Version of={checklist.version} newer={newer?.version} />}
      {newer && (
        <Panel title={`Saved meanwhile: ${newer.machineName}, revision ${newer.revision}`}>
          <DefinitionList entries={[["Checks", newer.lists.join(" · ")]]} />
          <TakeTheirs />
        </Panel>
      )}
      <Panel title="Machine">
        <div className="form form-2">
          <SelectField name="machineTypeId" label="Machine Type" required options={types} />
          <TextField
            name="machineName"
            label="Machine"
            required
            maxLength={120}
            hint="As engineers know it: maker, model or kind."
          />
          <TextField
            name="frequencyHint"
            label="Frequency"
            maxLength={60}
            hint="How often it is due: every 6 months."
          />
          <NumberField name="estMinutes" label="Time" unit="minutes" min={1} max={10000} />
          <TextField
            name="sourceRef"
            label="Source"
            maxLength={250}
            hint="Service manual or standard the checks come from."
          />
          <CheckField
            name="isActive"
            label="Active"
            off="0"
            hint="Engineers can choose it in a service report."
          />
        </div>
      </Panel>
      <Panel title={checklist ? `Checks, revision ${checklist.revision}` : "Checks"}>
        <NamesField
          name="lists"
          label="Checks"
          hideLabel
          noun="check"
          longest={LONGEST_CHECK}
          blank={BLANK_CHECK}
          parse={checkNames}
          problemOf={checkNamesProblem}
          hint={
            checklist
              ? "A changed list becomes the next revision. Reports already made stay as they are."
              : "One check a line; several can be pasted at once. One that measures ends with its limits: Leakage current [≤ 100 µA]."
          }
        />
      </Panel>
    </PlainForm>
  );
}
