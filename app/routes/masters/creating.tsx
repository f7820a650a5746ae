import { SelectField, TextField } from "#app/ui/fields.tsx";
import type { Creating } from "#app/ui/new-choice.tsx";
import { AboveField } from "../places/place-fields.tsx";
import { levels } from "../places/words.ts";
import { IntervalFields } from "./default-fields.tsx";
import { VendorBasics } from "./vendor-fields.tsx";
import { criticalities } from "./words.ts";

/** The short forms behind "+ New" in pickers of masters. */
export const newVendor: Creating = { noun: "vendor", action: "/vendors", fields: <VendorBasics /> };

export const newCategory: Creating = {
  noun: "category",
  action: "/categories",
  fields: (
    <>
      <TextField name="name" label="Name" required maxLength={80} autoFocus />
      <TextField name="code" label="Code" maxLength={20} mono />
      <SelectField
        name="defaultCriticality"
        label="Criticality of new assets"
        options={criticalities}
        placeholder="Select..."
      />
      <IntervalFields />
    </>
  ),
};

export const newDepartment: Creating = {
  noun: "location",
  action: "/departments",
  fields: (
    <>
      <TextField name="name" label="Name" required maxLength={100} autoFocus />
      <TextField name="code" label="Code" maxLength={20} mono />
    </>
  ),
};

export const newPlace: Creating = {
  noun: "place",
  action: "/locations",
  values: { level: "floor" },
  fields: (
    <>
      <TextField name="name" label="Name" required maxLength={100} autoFocus />
      <SelectField name="level" label="Level" required options={levels} placeholder={false} />
      <AboveField place={null} />
    </>
  ),
};
