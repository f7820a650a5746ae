import { useContext } from "react";
import { moneyText } from "#app/shared/money-text.ts";
import { plural } from "#app/shared/plural.ts";
import { canUndo, type Item, offered } from "#app/shared/report-form.ts";
import { partField, postedParts } from "#app/shared/report-post.ts";
import { MAX_PARTS } from "#app/shared/report-rules.ts";
import { FormContext, fieldId } from "#app/ui/form-context.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { FoldPanel } from "./fold-panel.tsx";
import { PartRow } from "./part-row.tsx";
import type { ReportRows } from "./use-report.ts";

/** What tells an item from another of its name: where it is, how many there are, what it costs, and whether it fits. */
const hintOf = ({ store, quantity, fits }: Item, price: string) =>
  [fits && "Fits this device", store, `${quantity} available`, price].filter(Boolean).join(", ");

/** The used parts, chosen from stock. They are posted as hidden fields with the specification's names. */
export function PartsTable({ report, isEdit }: { report: ReportRows; isEdit: boolean }) {
  const { form, dispatch, lists } = report;
  const { id, touch } = useContext(FormContext);
  const { locale, currency } = useFormat();
  const shown = form.parts.filter((part) => !part.isDeleted);
  const removed = form.parts.filter((part) => part.isDeleted);
  const choices = (key: number) =>
    offered(form, lists.items.list, key).map((item) => ({
      value: item.id,
      label: item.name,
      hint: hintOf(item, moneyText(item.rateMinor, locale, currency)),
    }));
  const focusSoon = (element: string) =>
    requestAnimationFrame(() => document.getElementById(element)?.focus());

  return (
    <FoldPanel
      title="Used Part & Accessories"
      count={shown.length > 0 ? plural(shown.length, "1 part", "{n} parts") : null}
      startsFolded={isEdit}
      isWrong={Object.keys(report.problem?.errors ?? {}).some((name) => name.startsWith("parts"))}
    >
      {postedParts(form, isEdit).map(([name, value]) =>
        // A new row's part is posted by its own picker.
        form.parts.some((part) => part.isNew && partField(part, "id") === name) ? null : (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      {shown.length > 0 && (
        <table className="lines">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col" className="w-qty num">
                QTY
              </th>
              <th scope="col" className="w-money num">
                Cost
              </th>
              <th scope="col" className="w-money num">
                Total
              </th>
              <th scope="col" className="w-x">
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((part, at) => (
              <PartRow
                key={part.key}
                part={part}
                number={at + 1}
                choices={part.isNew ? choices(part.key) : []}
                report={report}
                onRemove={() => {
                  dispatch({ do: "remove part", key: part.key });
                  touch();
                  focusSoon(`${id}-add-part`);
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      {shown.length === 0 && <p className="quiet">No parts used.</p>}
      {removed.length > 0 && (
        <ul className="removed" aria-label="Removed parts">
          {removed.map((part) => (
            <li key={part.key}>
              <s>
                {part.savedQty} × {part.name}
              </s>{" "}
              goes back to stock.{" "}
              {canUndo(form, part) && (
                <button
                  className="btn btn-link"
                  type="button"
                  onClick={() => dispatch({ do: "undo remove", key: part.key })}
                >
                  Undo
                  <span className="sr-only"> removing {part.name}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="add">
        <button
          id={`${id}-add-part`}
          className="btn btn-sm"
          type="button"
          disabled={form.parts.length >= MAX_PARTS}
          onClick={() => {
            dispatch({ do: "add part" });
            focusSoon(fieldId(id, partField({ key: form.nextKey }, "id")));
          }}
        >
          <Icon name="plus" size="s" />
          Add Part
        </button>
      </p>
    </FoldPanel>
  );
}
