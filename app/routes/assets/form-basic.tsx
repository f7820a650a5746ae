import { type ReactNode, useContext, useState } from "react";
import { Link } from "react-router";
import { chosenAs, searchChoices } from "#app/routes/masters/choices.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { DateField, MoneyField, SelectField, TextField } from "#app/ui/fields.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import type { FormChoices } from "#worker/domain/assets/choices.ts";
import type { Taken } from "#worker/domain/assets/taken.ts";
import { newCategory, newDepartment } from "../masters/creating.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { OwnFields } from "./form-own-fields.tsx";
import type { MayMake } from "./form-sections.tsx";
import type { Kind } from "./use-kind.ts";
import type { Plan } from "./use-plan.ts";
import { useTaken } from "./use-taken.ts";
import { conditionChoices, criticalityChoices } from "./words.tsx";

type Props = {
  choices: FormChoices;
  kind: Kind;
  plan: Plan;
  make: MayMake;
  id: string | null;
  duplicates: Taken;
  /** Where an existing device stands, which moves change. */
  place: ReactNode;
};

/** What every device has: what it is, where it stands, what is on its plate, what it cost and its category's own fields. */
export function BasicSection({ choices, kind, plan, make, id, duplicates, place }: Props) {
  const { values, errors } = useContext(FormContext);
  const text = (name: string) => String(values[name] ?? "");
  const [plate, setPlate] = useState({
    code: text("assetCode"),
    serial: text("serialNo"),
    make: text("make"),
    model: text("model"),
  });
  const taken = useTaken(plate, id ?? "", duplicates);
  const typed = (part: keyof typeof plate) => ({
    onChange: (event: { currentTarget: { value: string } }) =>
      setPlate({ ...plate, [part]: event.currentTarget.value }),
  });
  const isNew = id === null;
  const categoryName = (id: string) =>
    choices.category.find(({ value }) => value === id)?.label ?? "";
  const subCategories = kind.category
    ? choices.subCategory.filter((sub) => sub.categoryId === kind.category)
    : choices.subCategory.map((sub) => ({ ...sub, hint: categoryName(sub.categoryId) }));
  return (
    <Panel title="Basic" id="basic">
      {place}
      <div className="form form-3">
        <TextField name="name" label="Name" required maxLength={150} />
        <ChoiceField
          name="categoryId"
          label="Category"
          required
          options={choices.category}
          value={kind.category}
          onValue={kind.chooseCategory}
          creating={make.category && newCategory}
        />
        <ChoiceField
          name="subCategoryId"
          label="Sub-category"
          options={subCategories}
          value={kind.sub}
          onValue={kind.chooseSub}
        />
        {isNew && (
          <ChoiceField
            name="departmentId"
            label="Location"
            required
            options={choices.department}
            creating={make.department && newDepartment}
          />
        )}
        <TextField name="make" label="Make" maxLength={100} {...typed("make")} />
        <TextField name="model" label="Model" maxLength={100} {...typed("model")} />
        <TextField
          name="serialNo"
          label="Serial no"
          mono
          maxLength={100}
          {...typed("serial")}
          hint={<Used by={taken.serialNo} what="Serial" hasError={Boolean(errors.serialNo)} />}
        />
        <TextField
          name="assetCode"
          label="Asset code"
          mono
          maxLength={40}
          required={!isNew}
          {...typed("code")}
          hint={
            <Used by={taken.assetCode} what="Code" hasError={Boolean(errors.assetCode)}>
              {isNew ? "Left empty, it gets the next number." : ""}
            </Used>
          }
        />
        {isNew && (
          <SelectField
            name="condition"
            label="Condition"
            options={conditionChoices}
            placeholder={false}
          />
        )}
        <SelectField
          {...plan.field("criticality")}
          label="Criticality"
          options={criticalityChoices}
          placeholder="As its category"
        />
        <DateField name="purchaseOn" label="Purchase date" />
        <MoneyField name="purchaseCostMinor" label="Purchase cost" />
        <DateField name="warrantyStartOn" label="Warranty start" />
        <DateField name="warrantyEndOn" label="Warranty end" />
        <Combobox
          name="machineTypeId"
          label="Machine type"
          load={searchChoices("machine-types")}
          defaultValue={chosenAs(
            values.machineTypeId as string | null,
            values.machineTypeName as string | null,
          )}
          clearable
          hint="Its PM checklists are offered in a report."
        />
        <OwnFields
          fields={kind.fields}
          values={kind.ownValues}
          onValue={kind.setOwn}
          isNew={isNew}
        />
      </div>
    </Panel>
  );
}

type UsedProps = {
  by: Taken["serialNo"];
  what: string;
  /** The field shows an error that says so already. */
  hasError: boolean;
  /** The hint while no other device has it. */
  children?: ReactNode;
};

/** "Serial already used by AST-00012", with a link to that device, while someone types. */
function Used({ by, what, hasError, children }: UsedProps) {
  const link = by && (
    <Link to={`/asset/detail/${by.id}`} target="_blank" rel="noreferrer">
      {by.assetCode}
    </Link>
  );
  return (
    <span role="status">
      {!by ? (
        children
      ) : hasError ? (
        <>See {link}</>
      ) : (
        <span className="error">
          <Icon name="alert" size="s" />
          <span>
            {what} already used by {link}
          </span>
        </span>
      )}
    </span>
  );
}
