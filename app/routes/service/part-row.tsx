import type { KeyboardEvent } from "react";
import { useContext } from "react";
import type { Choice } from "#app/shared/list.ts";
import { amount } from "#app/shared/money-text.ts";
import { lineTotal, type Part, qtyOf } from "#app/shared/report-form.ts";
import { partField, qtyField, qtyProblem } from "#app/shared/report-post.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { described, FieldNotes } from "#app/ui/field.tsx";
import { FormContext, useField } from "#app/ui/form-context.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { ReportRows } from "./use-report.ts";

type Props = {
  part: Part;
  number: number;
  choices: Choice[];
  report: ReportRows;
  onRemove: () => void;
};

/** A new line chooses part and quantity; a saved one has its part locked, and its quantity until 'Change Quantity' is ticked. */
export function PartRow({ part, number, choices, report, onRemove }: Props) {
  const { dispatch, lists, refusedParts } = report;
  const { touch } = useContext(FormContext);
  const { locale } = useFormat();
  const { key, isNew } = part;
  const qty = useField(qtyField(part));
  // A refusal is shown until its row changes; an impossible quantity is shown at once.
  const live = part.qty.trim() === "" ? null : qtyProblem(part);
  const errors = live ? [live] : refusedParts.includes(part) ? qty.errors : undefined;
  const saved = useField(partField(part, "id"));
  const name = part.name || (part.itemId ? "Part not in stock now" : "");
  const locked = !isNew && !part.isChanged;

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (!by || locked) return;
    event.preventDefault();
    const next = Math.min(Math.max((qtyOf(part.qty) ?? 0) + by, 1), Math.max(part.max, 1));
    dispatch({ do: "set qty", key, qty: String(next) });
    touch();
  };

  return (
    <tr>
      <td className="part" data-label="Part">
        {isNew ? (
          <Combobox
            name={partField(part, "id")}
            label={`Part ${number}`}
            hideLabel
            clearable
            scan="stock_item"
            options={choices}
            loading={lists.items.loading}
            value={part.itemId ? { value: part.itemId, label: name } : null}
            onChange={(choice) =>
              dispatch({
                do: "choose part",
                key,
                item: lists.items.list.find((item) => item.id === choice?.value) ?? null,
              })
            }
          />
        ) : (
          <input
            {...described(saved, null)}
            name={undefined}
            className="input"
            readOnly
            value={part.name}
            aria-label={`Part ${number}`}
          />
        )}
        <span className="part-notes">
          {!isNew && (
            <label className="check">
              <input
                type="checkbox"
                checked={part.isChanged}
                onChange={(event) =>
                  dispatch({ do: "change qty", key, on: event.currentTarget.checked })
                }
              />
              Change Quantity
            </label>
          )}
          {part.name && !errors && <span className="hint">{stockHint(part)}</span>}
          <FieldNotes field={{ ...qty, errors }} />
          {!isNew && <FieldNotes field={saved} />}
        </span>
      </td>
      <td className="w-qty" data-label="QTY">
        <input
          {...described({ ...qty, errors }, null)}
          name={undefined}
          className="input num"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`QTY of ${name || `part ${number}`}`}
          readOnly={locked}
          value={part.qty}
          onKeyDown={onKeyDown}
          onChange={(event) => dispatch({ do: "set qty", key, qty: event.currentTarget.value })}
        />
      </td>
      <td className="w-money" data-label="Cost">
        <input
          className="input num"
          readOnly
          tabIndex={-1}
          aria-label={`Cost of part ${number}`}
          value={amount(part.costMinor, locale)}
        />
      </td>
      <td className="w-money" data-label="Total">
        <input
          className="input num"
          readOnly
          tabIndex={-1}
          aria-label={`Total of part ${number}`}
          value={amount(lineTotal(part), locale)}
        />
      </td>
      <td className="x w-x">
        <button
          className="btn btn-ghost btn-icon"
          type="button"
          aria-label={`Remove ${name || `part ${number}`}`}
          onClick={onRemove}
        >
          <Icon name="x" />
        </button>
      </td>
    </tr>
  );
}

function stockHint({ isNew, isActive, max, savedQty, unit }: Part): string {
  const many = (count: number) => `${count}${unit ? ` ${unit}` : ""}`;
  if (isNew) return `${many(max)} in stock`;
  if (!isActive) return "This item is inactive: it can be returned, not issued";
  return max > savedQty
    ? `${savedQty} used, ${many(max - savedQty)} more in stock`
    : `${savedQty} used, no more in stock`;
}
