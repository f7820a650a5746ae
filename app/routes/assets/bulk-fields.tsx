import { useState } from "react";
import { searchChoices } from "#app/routes/masters/choices.ts";
import type { Choice } from "#app/shared/list.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { DateField, NumberField, PercentField, SelectField } from "#app/ui/fields.tsx";
import {
  conditionChoices,
  criticalityChoices,
  depreciationChoices,
  fundingChoices,
  lifecycleChoices,
  ownershipChoices,
} from "./words.tsx";

type Field = {
  name: string;
  label: string;
  /** Its name among those that are emptied; absent where it cannot be. */
  clear?: string;
} & (
  | { list: Parameters<typeof searchChoices>[0] }
  | { options: Choice[] }
  | { is: "date" }
  | { is: "percent" }
  | { is: "number"; min: number; max: number }
);

const yesNo = [
  { value: "1", label: "Yes" },
  { value: "0", label: "No" },
];
const states = lifecycleChoices.filter(({ value }) => ["in_service", "standby"].includes(value));

const groups: { title: string; fields: Field[] }[] = [
  {
    title: "Place and people",
    fields: [
      { name: "departmentId", label: "Location", list: "locations" },
      { name: "locationId", label: "Place", list: "places", clear: "location_id" },
      { name: "teamId", label: "Team", list: "teams", clear: "team_id" },
      {
        name: "custodianUserId",
        label: "Custodian",
        list: "colleagues",
        clear: "custodian_user_id",
      },
    ],
  },
  {
    title: "Kind and state",
    fields: [
      { name: "categoryId", label: "Category", list: "categories" },
      {
        name: "subCategoryId",
        label: "Sub-category",
        list: "sub-categories",
        clear: "sub_category_id",
      },
      { name: "criticality", label: "Criticality", options: criticalityChoices },
      { name: "lifecycle", label: "State", options: states },
      { name: "condition", label: "Condition", options: conditionChoices },
    ],
  },
  {
    title: "Service plan",
    fields: [
      { name: "pmRequired", label: "PM required", options: yesNo },
      {
        name: "pmMonths",
        label: "PM every (months)",
        ...{ is: "number", min: 1, max: 120, clear: "pm_months" },
      },
      { name: "nextPmOn", label: "Next PM", is: "date", clear: "next_pm_on" },
      { name: "calRequired", label: "Calibration required", options: yesNo },
      {
        name: "calMonths",
        label: "Calibration every (months)",
        ...{ is: "number", min: 1, max: 120, clear: "cal_months" },
      },
      { name: "nextCalOn", label: "Next calibration", is: "date", clear: "next_cal_on" },
    ],
  },
  {
    title: "Purchase and cover",
    fields: [
      { name: "vendorId", label: "Vendor", list: "vendors", clear: "vendor_id" },
      { name: "ownership", label: "Ownership", options: ownershipChoices },
      { name: "funding", label: "Funding", options: fundingChoices, clear: "funding" },
      { name: "purchaseOn", label: "Purchase date", is: "date", clear: "purchase_on" },
      { name: "putToUseOn", label: "Put to use", is: "date", clear: "put_to_use_on" },
      { name: "warrantyStartOn", label: "Warranty start", is: "date", clear: "warranty_start_on" },
      { name: "warrantyEndOn", label: "Warranty end", is: "date", clear: "warranty_end_on" },
      { name: "endOfSupportOn", label: "End of support", is: "date", clear: "end_of_support_on" },
    ],
  },
  {
    title: "Life and value",
    fields: [
      {
        name: "expectedLifeYears",
        label: "Expected life (years)",
        ...{ is: "number", min: 1, max: 100, clear: "expected_life_years" },
      },
      {
        name: "depMethod",
        label: "Depreciation",
        options: depreciationChoices,
        clear: "dep_method",
      },
      { name: "depRateBp", label: "Depreciation a year", is: "percent", clear: "dep_rate_bp" },
      {
        name: "usefulLifeMonths",
        label: "Useful life (months)",
        ...{ is: "number", min: 1, max: 1200, clear: "useful_life_months" },
      },
    ],
  },
];
const every = groups.flatMap(({ fields }) => fields);
const SAME = "Leave as it is";

/** What a bulk edit's form asks for: the values it sends, and the same in words. */
export function askedIn(form: HTMLFormElement, picked: Readonly<Record<string, string>>) {
  const data = new FormData(form);
  const cleared = data.getAll("clear").map(String);
  const values = Object.fromEntries(
    [...data].filter(([name, value]) => name !== "clear" && value !== ""),
  ) as Record<string, string>;
  const words = every.flatMap((field) => {
    const { name, label, clear } = field;
    if (clear && cleared.includes(clear)) return `${label}: none`;
    const value = values[name];
    if (value === undefined) return [];
    const options = "options" in field ? field.options : [];
    const word = options.find((option) => option.value === value)?.label;
    return `${label}: ${word ?? picked[name] ?? value}`;
  });
  return {
    values: cleared.length ? { ...values, clear: cleared.join(",") } : values,
    title: words.join(", "),
  };
}

type Props = { onPick: (name: string, label: string) => void };

/** Every field that a bulk edit may set, in groups that open; what is left alone stays as it is. */
export const BulkFields = ({ onPick }: Props) =>
  groups.map(({ title, fields }, n) => (
    <details key={title} className="bulk-group" open={n === 0}>
      <summary>{title}</summary>
      <div className="form form-2">
        {fields.map((field) => (
          <BulkField key={field.name} field={field} onPick={onPick} />
        ))}
      </div>
    </details>
  ));

function BulkField({ field, onPick }: Props & { field: Field }) {
  const { name, label, clear } = field;
  const [isCleared, setCleared] = useState(false);
  const common = { name, label, disabled: isCleared };
  return (
    <div className="bulk-field">
      {"list" in field ? (
        <Combobox
          {...common}
          key={String(isCleared)}
          load={searchChoices(field.list)}
          clearable
          placeholder={SAME}
          onChange={(choice) => onPick(name, choice?.label ?? "")}
        />
      ) : "options" in field ? (
        <SelectField {...common} options={field.options} placeholder={SAME} />
      ) : "min" in field ? (
        <NumberField {...common} min={field.min} max={field.max} placeholder={SAME} />
      ) : field.is === "percent" ? (
        <PercentField {...common} placeholder={SAME} />
      ) : (
        <DateField {...common} />
      )}
      {clear && (
        <label className="check">
          <input
            type="checkbox"
            name="clear"
            value={clear}
            aria-label={`Empty ${label}`}
            onChange={(event) => setCleared(event.currentTarget.checked)}
          />
          Empty it
        </label>
      )}
    </div>
  );
}
