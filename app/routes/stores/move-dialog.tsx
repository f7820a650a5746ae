import { useLocation, useNavigate } from "react-router";
import { FormDialog } from "#app/ui/dialog.tsx";
import { MoneyField, NumberField, SegmentedField, TextArea } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { listUrl } from "#app/ui/list-url.ts";

type Item = { name: string; unit: string; quantity: number };
type Props = { item: Item; may: { move: boolean; adjust: boolean }; problem: Refused | undefined };

/** Receive, Issue or Adjust, as the address says. */
export function MoveDialog({ item, may, problem }: Props) {
  const at = useLocation();
  const navigate = useNavigate();
  const move = new URLSearchParams(at.search).get("move") ?? "";
  const closeTo = listUrl(at, { move: null });
  const shared = {
    open: true,
    closeTo,
    problem,
    hidden: { intent: move },
    onClose: () => navigate(closeTo, { replace: true, preventScrollReset: true }),
  };
  const qty = <NumberField name="qty" label="Quantity" unit={item.unit} min={1} required autoFocus />;
  const now = (
    <p className="muted">
      {item.quantity} {item.unit} in stock.
    </p>
  );
  if (move === "receive" && may.move)
    return (
      <FormDialog {...shared} title={`Receive ${item.name}`} verb="Receive">
        {now}
        {qty}
        <MoneyField name="unitCostMinor" label="Unit cost" hint="Empty: the item's rate." />
        <TextArea name="reason" label="Note" maxLength={500} rows={2} hint="Bill, vendor or order." />
      </FormDialog>
    );
  if (move === "issue" && may.move)
    return (
      <FormDialog {...shared} title={`Issue ${item.name}`} verb="Issue">
        {now}
        {qty}
        <TextArea name="reason" label="To whom and what for" required maxLength={500} rows={2} />
      </FormDialog>
    );
  if (move === "adjust" && may.adjust)
    return (
      <FormDialog {...shared} title={`Adjust ${item.name}`} verb="Adjust" values={{ direction: "minus" }}>
        {now}
        <SegmentedField
          name="direction"
          label="Counted"
          options={[
            { value: "plus", label: "More" },
            { value: "minus", label: "Less" },
          ]}
        />
        {qty}
        <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />
      </FormDialog>
    );
  return null;
}
