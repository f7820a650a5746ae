import { useState } from "react";
import { quantityText } from "#app/shared/quantity.ts";
import { DateField, NumberField, SelectField, TextField } from "#app/ui/fields.tsx";
import type { BatchThere } from "#worker/domain/stock/history.ts";
import type { MovedItem } from "./move-dialog.tsx";
import { useBatchName } from "./words.tsx";

type Props = { item: MovedItem; batches: BatchThere[] };

/** What was counted, beside what is booked; of an item kept by batch, of one batch. */
export function AdjustFields({ item, batches }: Props) {
  const isKept = item.hasBatches || item.hasExpiry;
  const batchName = useBatchName();
  const [batchId, setBatchId] = useState(isKept ? (batches[0]?.id ?? "") : "");
  const [counted, setCounted] = useState("");
  const batch = batches.find(({ id }) => id === batchId);
  const isOther = isKept && !batch;
  const booked = isKept ? (batch?.quantity ?? 0) : item.quantity;
  return (
    <>
      {isKept && batches.length > 0 && (
        <SelectField
          name="batchId"
          label="Batch"
          options={batches.map((one) => ({
            value: one.id,
            label: batchName(one),
            hint: String(one.quantity),
          }))}
          value={batchId}
          onChange={(event) => setBatchId(event.currentTarget.value)}
          placeholder="Another batch"
        />
      )}
      {isOther && (
        <>
          <TextField name="batchNo" label="Its batch number" maxLength={60} mono />
          {item.hasExpiry && <DateField name="expiryOn" label="Its expiry" />}
        </>
      )}
      {!isOther && <input type="hidden" name="booked" value={booked} />}
      <NumberField
        name="counted"
        label="Counted quantity"
        unit={item.unit}
        min={0}
        required
        autoFocus
        hint={isOther ? undefined : differenceText(counted, booked, item.unit)}
        onChange={(event) => setCounted(event.currentTarget.value)}
      />
    </>
  );
}

/** What a count means beside what is booked. */
function differenceText(counted: string, booked: number, unit: string): string {
  const difference = /^\d+$/.test(counted) ? Number(counted) - booked : null;
  const there = `Booked: ${quantityText(booked, unit)}.`;
  if (difference === null) return there;
  if (difference === 0) return `${there} It is what you counted.`;
  return difference > 0
    ? `${there} ${quantityText(difference, unit)} will be added.`
    : `${there} ${quantityText(-difference, unit)} will be taken off.`;
}
