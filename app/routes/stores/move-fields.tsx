import type { ReactNode } from "react";
import type { Choice } from "#app/shared/list.ts";
import {
  CheckField,
  DateField,
  MoneyField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import type { BatchThere } from "#worker/domain/stock/history.ts";
import { Picker } from "../masters/picker.tsx";
import { AdjustFields } from "./adjust-fields.tsx";
import type { MovedItem } from "./move-dialog.tsx";
import { StorePicker } from "./store-picker.tsx";
import { useBatchName } from "./words.tsx";

type Shown = { item: MovedItem; batches: BatchThere[]; stores: Choice[] };
export type Move = {
  title: string;
  needs: "move" | "approve";
  /** It asks what was counted instead of how much moves. */
  isCounted?: true;
  fields: (shown: Shown) => ReactNode;
};

const reason = <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />;
const note = (hint?: string) => (
  <TextArea name="reason" label="Note" maxLength={500} rows={2} hint={hint} />
);
const vendor = <Picker name="vendorId" label="Vendor" list="vendors" />;
const bill = (label: string) => <TextField name="billNo" label={label} maxLength={60} mono />;

type BatchesThere = { batches: BatchThere[]; required?: boolean; none?: string };

/** The batch something is taken from; the one to be used first is proposed. */
function BatchFrom({ batches, required = false, none = "What expires first" }: BatchesThere) {
  const batchName = useBatchName();
  if (!batches.length) return null;
  const options = batches.map((batch) => ({
    value: batch.id,
    label: batchName(batch),
    hint: String(batch.quantity),
  }));
  return (
    <SelectField
      name="batchId"
      label="Batch"
      options={options}
      required={required}
      placeholder={required ? "Select..." : none}
    />
  );
}

/** The batch something goes into, as it is written on it. */
const batchInto = ({ item }: Shown) => (
  <>
    {item.hasBatches && <TextField name="batchNo" label="Batch" required maxLength={60} mono />}
    {item.hasExpiry && <DateField name="expiryOn" label="Expiry" required />}
  </>
);

export const moveFields = {
  receive: {
    title: "Receive",
    needs: "move",
    fields: (shown) => (
      <>
        <MoneyField name="unitCostMinor" label="Unit cost" hint="Empty: the item's rate." />
        <CheckField name="useAsRate" label="Use as new rate" hint="For new lines of reports." />
        {batchInto(shown)}
        {vendor}
        {bill("Bill no")}
        {note()}
      </>
    ),
  },
  issue: {
    title: "Issue",
    needs: "move",
    fields: (shown) => (
      <>
        <BatchFrom batches={shown.batches} />
        <TextField name="party" label="To whom" maxLength={120} />
        <TextArea name="reason" label="What for" required maxLength={500} rows={2} />
      </>
    ),
  },
  transfer: {
    title: "Transfer",
    needs: "move",
    fields: (shown) => (
      <>
        <StorePicker
          name="storeId"
          label="To store"
          stores={shown.stores}
          hint="It is booked on the item with the same part number or name; where there is none, it is added."
        />
        <BatchFrom batches={shown.batches} required />
        {note()}
      </>
    ),
  },
  return: {
    title: "Return to vendor",
    needs: "move",
    fields: (shown) => (
      <>
        <BatchFrom batches={shown.batches} />
        {vendor}
        {bill("Return or bill no")}
        {reason}
      </>
    ),
  },
  adjust: {
    title: "Adjust",
    needs: "approve",
    isCounted: true,
    fields: ({ item, batches }) => (
      <>
        <AdjustFields item={item} batches={batches} />
        {reason}
      </>
    ),
  },
  scrap: {
    title: "Scrap",
    needs: "approve",
    fields: (shown) => (
      <>
        <BatchFrom batches={shown.batches} />
        {reason}
      </>
    ),
  },
} as const satisfies Record<string, Move>;
