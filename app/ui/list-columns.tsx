import { type ReactNode, useRef, useSyncExternalStore } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { usePopover } from "./hooks.ts";
import { Icon } from "./icon.tsx";
import { keepColumns, keptColumns } from "./list-columns-cookie.ts";

/** A column shows the row's `field`, or that of its key, or what `show` makes of the row. */
export type Column<R> = (
  | { key: string; show: (row: R) => ReactNode; field?: undefined }
  | { key: string; field: Extract<keyof R, string>; show?: undefined }
  | { key: Extract<keyof R, string>; field?: undefined; show?: undefined }
) & {
  label: string;
  /** How its value is written: an amount is minor units, a day a date, a time an instant. */
  as?: "code" | "day" | "money" | "time";
  /** Where the cell stands in the card under 768 px; without it, the card leaves it out. */
  card?: "c-top" | "c-state" | "c-name" | "c-meta" | "c-due" | "c-hide";
  cardLabel?: string;
  sortable?: boolean;
  /** Why a column that can be sorted by cannot be now. */
  unsorted?: string | undefined;
  numeric?: boolean;
  /** Cut with an ellipsis; c-name and c-meta always are. A path is cut at its start: its end tells it apart. */
  clip?: boolean | "start";
  /** Off until chosen under Columns. */
  optional?: boolean;
  /** Its texts are as long as names are, and get as much room. */
  long?: boolean;
  /** Shown by itself only where the list is this wide; whoever chooses columns sees all of them. */
  wide?: 1 | 2 | 3;
  /** Stays between 768 and 1199 px although the card leaves it out. */
  keep?: boolean;
};

const changed = "list-columns";
const subscribe = (notify: () => void) => {
  addEventListener(changed, notify);
  return () => removeEventListener(changed, notify);
};

/**
 * The columns of a list: those its address names, else those the person has chosen before, else the usual ones.
 * @param given what the server knows of the person's choice; without it the first painting shows the usual columns
 */
export function useColumns<R>(
  at: { pathname: string; search: string },
  columns: Column<R>[],
  given?: readonly string[] | null,
) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const named = new URLSearchParams(at.search).get("cols");
  const kept = useSyncExternalStore(
    subscribe,
    () => keptColumns(at.pathname) ?? "",
    () => given?.join(".") ?? "",
  );
  const chosen = (named ?? kept)
    .split(".")
    .filter((key) => columns.some((column) => column.key === key));
  const isOn = (column: Column<R>) =>
    column.card === "c-name" || (chosen.length ? chosen.includes(column.key) : !column.optional);
  const toggle = (key: string, on: boolean) => {
    const keys = columns
      .filter((column) => (column.key === key ? on : isOn(column)))
      .map((column) => column.key);
    keepColumns(at.pathname, keys);
    dispatchEvent(new Event(changed));
    if (named === null) revalidate();
    else {
      const params = new URLSearchParams(at.search);
      params.set("cols", keys.join("."));
      navigate(`${at.pathname}?${params}`, { replace: true, preventScrollReset: true });
    }
  };
  const shown = columns.filter(isOn);
  return {
    shown,
    isOn,
    toggle,
    keys: shown.map((column) => column.key),
    isChosen: chosen.length > 0,
  };
}

type Props<R> = {
  columns: Column<R>[];
  isOn: (column: Column<R>) => boolean;
  toggle: (key: string, on: boolean) => void;
};

export function ColumnsMenu<R>({ columns, isOn, toggle }: Props<R>) {
  const box = useRef<HTMLDetailsElement>(null);
  usePopover(box);
  return (
    <details className="menu hide-phone" ref={box}>
      <summary className="btn btn-sm">
        <Icon name="cols" />
        Columns
      </summary>
      <fieldset className="menu-sheet" data-side="end">
        <legend className="sr-only">Columns</legend>
        {columns.map((column) => (
          <label className="check menu-item" key={column.key}>
            <input
              type="checkbox"
              checked={isOn(column)}
              disabled={column.card === "c-name"}
              onChange={(event) => toggle(column.key, event.currentTarget.checked)}
            />
            {column.label}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
