import { Combobox } from "#app/ui/combobox.tsx";
import { CheckField, MoneyField, NumberField, SelectField, TextField } from "#app/ui/fields.tsx";
import type { Choice } from "#worker/domain/list.ts";
import { chosenAs, searchChoices } from "../masters/choices.ts";
import { kinds } from "./words.tsx";

type Item = { vendorId: string | null; vendorName: string | null };

/** A stock item's form. Its quantity is typed once, when it is made. */
export function StockFields({ item, stores }: { item: Item | null; stores: Choice[] }) {
  return (
    <div className="form form-2">
      <TextField name="name" label="Item" required maxLength={120} autoFocus />
      <TextField name="partNo" label="Part no" maxLength={60} mono />
      <SelectField name="storeId" label="Store" options={stores} required />
      <SelectField name="kind" label="Kind" options={kinds} placeholder={false} />
      <MoneyField name="rateMinor" label="Rate" hint="For new lines of reports. Old lines keep theirs." />
      <TextField name="unit" label="Unit" maxLength={20} />
      {!item && <NumberField name="openingQuantity" label="Opening quantity" min={0} hint="Later it moves by Receive, Issue and Adjust." />}
      <NumberField name="minQty" label="Minimum" min={0} hint="At or under it the item is low." />
      <NumberField name="maxQty" label="Maximum" min={0} />
      <NumberField name="reorderQty" label="Reorder quantity" min={0} />
      <TextField name="rack" label="Rack" maxLength={60} />
      <TextField name="bin" label="Bin" maxLength={60} />
      <Combobox
        name="vendorId"
        label="Vendor"
        load={searchChoices("vendors")}
        defaultValue={chosenAs(item?.vendorId, item?.vendorName)}
        clearable
      />
      <CheckField name="isActive" label="Offered as a part" off="0" className="span-all" />
    </div>
  );
}
