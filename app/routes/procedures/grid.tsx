import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { moveInGrid } from "./boxes.tsx";

type Head = { label: string; look?: string };
type Props = {
  label: string;
  heads: readonly Head[];
  /** On a phone one row is shown at a time: which one, and of what. */
  now: number;
  count: number;
  thing: string;
  onNow: (at: number) => void;
  children: ReactNode;
};

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
        <table className="pr-grid" aria-label={label} onKeyDown={moveInGrid}>
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
