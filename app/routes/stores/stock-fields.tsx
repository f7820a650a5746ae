import { useState } from "react";
import type { Choice } from "#app/shared/list.ts";
import {
  CheckField,
  DateField,
  MoneyField,
  NumberField,
  SelectField,
  TextField,
} from "#app/ui/fields.tsx";
import { PickMany } from "#app/ui/pick-many.tsx";
import { searchChoices } from "../masters/choices.ts";
import { Picker } from "../masters/picker.tsx";
import { StorePicker } from "./store-picker.tsx";
import { kinds } from "./words.tsx";

type Item = { machineTypes: Choice[]; hasBatches: boolean; hasExpiry: boolean };

/** A stock item's form. Its quantity is typed once, when it is made. */
export function StockFields({ item, stores }: { item: Item | null; stores: Choice[] }) {
  const [kept, setKept] = useState({
    hasBatches: item?.hasBatches ?? false,
    hasExpiry: item?.hasExpiry ?? false,
  });
  return (
    <div className="form form-2">
      <TextField name="name" label="Item" required maxLength={120} autoFocus />
      <TextField name="partNo" label="Part no" maxLength={60} mono />
      <StorePicker name="storeId" label="Store" stores={stores} />
      <SelectField name="kind" label="Kind" options={kinds} placeholder={false} />
      <MoneyField
        name="rateMinor"
        label="Rate"
        hint="For new lines of reports. Old lines keep theirs."
      />
      <TextField name="unit" label="Unit" maxLength={20} />
      <CheckField
        name="hasBatches"
        label="Kept by batch"
        off="0"
        hint="Each receipt names its batch."
        onChange={(event) => setKept({ ...kept, hasBatches: event.currentTarget.checked })}
      />
      <CheckField
        name="hasExpiry"
        label="Has an expiry date"
        off="0"
        hint="What expires first is used first."
        onChange={(event) => setKept({ ...kept, hasExpiry: event.currentTarget.checked })}
      />
      {!item && (
        <>
          <NumberField
            name="openingQuantity"
            label="Opening quantity"
            min={0}
            hint="Later it moves by Receive, Issue and Adjust."
          />
          <div className="form form-2 span-all" hidden={!kept.hasBatches && !kept.hasExpiry}>
            <TextField
              name="openingBatchNo"
              label="Batch of the opening quantity"
              maxLength={60}
              mono
            />
            <DateField name="openingExpiryOn" label="Its expiry" />
          </div>
        </>
      )}
      <NumberField name="minQty" label="Minimum" min={0} hint="At or under it the item is low." />
      <NumberField name="maxQty" label="Maximum" min={0} />
      <NumberField name="reorderQty" label="Reorder quantity" min={0} />
      <TextField name="rack" label="Rack" maxLength={60} />
      <TextField name="bin" label="Bin" maxLength={60} />
      <Picker name="vendorId" label="Vendor" list="vendors" shows="vendorName" />
      <PickMany
        name="machineTypeIds"
        label="Fits machine types"
        load={searchChoices("machine-types")}
        defaultValue={item?.machineTypes ?? []}
        className="span-all"
      />
      <CheckField name="isActive" label="Can be used in reports" off="0" className="span-all" />
    </div>
  );
}
