import type { KeyboardEvent, ReactNode } from "react";
import { stepFrom } from "#app/ui/grid-keys.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { OneRow } from "#app/ui/one-row.ts";

type Head = { label: string; look?: string };
type Props = OneRow & {
  label: string;
  heads: readonly Head[];
  /** How many rows there are, and of what. */
  count: number;
  thing: string;
  children: ReactNode;
};

/** Fields that keys go to and from; a tick is reached with Tab. */
const FIELDS = "input:not([type=checkbox]), select";

/** Arrows and Enter go from cell to cell; a row is added by its own button. */
function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target as HTMLInputElement;
  const [cell, row] = [field.closest("td"), field.closest("tr")];
  if (!cell || !row || !field.matches(FIELDS)) return;
  const rows = row.parentElement!.children;
  const place = { row: row.sectionRowIndex, column: cell.cellIndex };
  const to = stepFrom(event, place, { rows: rows.length, columns: row.cells.length });
  if (!to) return;
  event.preventDefault();
  const next = rows[to.row]?.children[to.column]?.querySelector<HTMLElement>(FIELDS);
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

/** A table whose cells are fields: arrows and Enter move in it; on a phone its rows come one at a time. */
export function Grid({ label, heads, now, count, thing, onNow, children }: Props) {
  return (
    <>
      {count > 1 && (
        <div className="pr-pager">
          <button
            className="btn btn-icon"
            type="button"
            aria-label={`${thing} before`}
            disabled={now === 0}
            onClick={() => onNow(now - 1)}
          >
            <Icon name="left" />
          </button>
          <span>{`${thing} ${now + 1} of ${count}`}</span>
          <button
            className="btn btn-icon"
            type="button"
            aria-label={`Next ${thing.toLowerCase()}`}
            disabled={now >= count - 1}
            onClick={() => onNow(now + 1)}
          >
            <Icon name="right" />
          </button>
        </div>
      )}
      <div className="pr-scroll">
        <table className="pr-grid" aria-label={label} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head.label} scope="col" className={head.look}>
                  {head.label}
                </th>
              ))}
              <th scope="col" className="w-x">
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </>
  );
}

/** The button that takes a row out. */
export const RemoveRow = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <td className="w-x">
    <button
      className="btn btn-ghost btn-icon btn-sm"
      type="button"
      aria-label={`Remove ${name}`}
      onClick={onRemove}
    >
      <Icon name="trash" />
    </button>
  </td>
);
