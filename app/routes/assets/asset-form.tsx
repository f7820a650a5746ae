import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { chosenAs, searchChoices } from "#app/routes/masters/choices.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { CheckField, DateField, NumberField, SelectField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { type Crumb, PageHead, Panel } from "#app/ui/page.tsx";
import type { FormChoices } from "#worker/domain/assets/choices.ts";
import { ChoiceField } from "./choice-field.tsx";
import { MoneySection, TechnicalSection } from "./form-sections.tsx";
import { Newer } from "./newer.tsx";
import { conditionChoices, criticalityChoices } from "./words.tsx";

/** The name its draft is kept under. */
export const ASSET_FORM = "asset";

type Props = {
  title: string;
  crumbs: Crumb[];
  back: string;
  choices: FormChoices;
  values: Record<string, unknown>;
  /** The version an existing device was read with; absent for a new one. */
  version?: number;
  problem: Refused | undefined;
  /** What the form says of a place it does not change. */
  place?: ReactNode;
};

/** Creating and editing are the same form; a place is given once and changed by moves. */
export function AssetForm({ title, crumbs, back, choices, values, version, problem, place }: Props) {
  const [category, setCategory] = useState(String(problem?.values?.categoryId ?? values.categoryId ?? ""));
  const newer = version === undefined ? undefined : (problem?.data as { version: number } | undefined);
  const categoryName = (id: string) => choices.category.find((one) => one.value === id)?.label;
  const subs = category
    ? choices.subCategory.filter((sub) => sub.categoryId === category)
    : choices.subCategory.map((sub) => ({ ...sub, hint: categoryName(sub.categoryId) ?? "" }));
  const isNew = version === undefined;
  return (
    <PlainForm guard id={ASSET_FORM} className="stack" problem={problem} values={values}>
      <PageHead
        title={title}
        crumbs={crumbs}
        sticky
        actions={
          <>
            <Link className="btn" to={back}>
              Cancel
            </Link>
            {isNew && (
              <SubmitButton tone="plain" name="intent" value="another">
                Save and add another
              </SubmitButton>
            )}
            <SubmitButton name="intent" value="save">
              Save
            </SubmitButton>
          </>
        }
      />
      {!isNew && <input type="hidden" name="version" value={newer?.version ?? version} />}
      {newer && <Newer values={values} newer={newer} />}
      <Panel title="Basic">
        <div className="form form-2">
          <TextField
            name="assetCode"
            label="Asset code"
            mono
            maxLength={40}
            required={!isNew}
            {...(isNew ? { hint: "Left empty, it gets the next number." } : {})}
          />
          <TextField name="name" label="Name" required maxLength={150} />
          <TextField name="make" label="Make" maxLength={100} />
          <TextField name="model" label="Model" maxLength={100} />
          <TextField name="serialNo" label="Serial no" mono maxLength={100} />
          <Combobox
            name="machineTypeId"
            label="Machine type"
            load={searchChoices("machine-types")}
            defaultValue={chosenAs(values.machineTypeId as string | null, values.machineTypeName as string | null)}
            clearable
            hint="Its PM checklists are offered in a report."
          />
          <ChoiceField name="categoryId" label="Category" required options={choices.category} onValue={setCategory} />
          <ChoiceField key={category} name="subCategoryId" label="Sub-category" options={subs} />
          <SelectField name="criticality" label="Criticality" options={criticalityChoices} placeholder="As its category" />
          {isNew && <SelectField name="condition" label="Condition" options={conditionChoices} placeholder={false} />}
        </div>
      </Panel>
      <Panel title="Place">
        {place}
        <div className="form form-2">
          {isNew && (
            <>
              <ChoiceField name="departmentId" label="Location" required options={choices.department} />
              <ChoiceField name="locationId" label="Floor/City/Site" options={choices.location} />
              <TextField name="room" label="Room" maxLength={60} />
            </>
          )}
          <TextField name="inChargeName" label="In charge" maxLength={120} />
          <TextField name="inChargePhone" label="Phone" type="tel" maxLength={30} />
          <ChoiceField name="custodianUserId" label="Custodian" options={choices.custodian} />
          <ChoiceField name="teamId" label="Team" options={choices.team} />
        </div>
      </Panel>
      <MoneySection vendors={choices.vendor} />
      <Panel title="Service plan">
        <div className="form form-2">
          <CheckField name="pmRequired" label="PM required" off="0" />
          <CheckField name="calRequired" label="Calibration required" off="0" />
          <DateField name="nextPmOn" label="Next PM" />
          <DateField name="nextCalOn" label="Next calibration" />
          <NumberField name="emFunction" label="Function score" min={2} max={10} hint="2 to 10: what the device does." />
          <NumberField name="emRisk" label="Risk score" min={1} max={5} hint="1 to 5: what its failure would do." />
          <NumberField name="emMaint" label="Maintenance score" min={1} max={5} hint="1 to 5. A sum of 12 or more proposes PM." />
        </div>
      </Panel>
      <TechnicalSection />
    </PlainForm>
  );
}
