import type { Choice } from "#app/shared/list.ts";
import { quantityText } from "#app/shared/quantity.ts";
import { FormDialog } from "#app/ui/dialog.tsx";
import { NumberField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { BatchThere } from "#worker/domain/stock/history.ts";
import { type Move, moveFields } from "./move-fields.tsx";

export type MovedItem = {
  id: string;
  name: string;
  unit: string;
  quantity: number;
  hasBatches: boolean;
  hasExpiry: boolean;
};
type Props = {
  item: MovedItem;
  batches: BatchThere[];
  stores: Choice[];
  today: string;
  may: { move: boolean; approve: boolean };
  problem: Refused | undefined;
};

/** Receive, Issue, Transfer and the others, as the address says. */
export function MoveDialog({ item, batches, stores, today, may, problem }: Props) {
  const { asked, shown } = useDialog();
  const move = asked("move");
  const form: Move | null = Object.hasOwn(moveFields, move)
    ? moveFields[move as keyof typeof moveFields]
    : null;
  if (!form || !may[form.needs]) return null;
  const first = batches.find(({ expiryOn }) => !expiryOn || expiryOn >= today) ?? batches[0];
  return (
    <FormDialog
      key={move}
      {...shown}
      problem={problem}
      action={`/stocks/ledger/${item.id}`}
      hidden={{ intent: move }}
      title={`${form.title} ${item.name}`}
      verb={form.title}
      tone={move === "scrap" ? "danger" : "primary"}
      values={{ batchId: first?.id }}
    >
      {form.isCounted ? null : (
        <>
          <p className="muted">{`${quantityText(item.quantity, item.unit)} in stock.`}</p>
          <NumberField name="qty" label="Quantity" unit={item.unit} min={1} required autoFocus />
        </>
      )}
      {form.fields({ item, batches, stores })}
    </FormDialog>
  );
}
