import { type ReactNode, useCallback, useMemo, useRef, useSyncExternalStore } from "react";
import { usePopover } from "./hooks.ts";
import { Icon } from "./icon.tsx";

export type Column<R> = {
  key: string;
  label: string;
  show: (row: R) => ReactNode;
  /** Where the cell stands in the card under 768 px. */
  card: "c-top" | "c-state" | "c-name" | "c-meta" | "c-due" | "c-hide";
  cardLabel?: string;
  sortable?: boolean;
  numeric?: boolean;
  /** Cut with an ellipsis; c-name and c-meta always are. */
  clip?: boolean;
  /** Off until chosen under Columns. */
  optional?: boolean;
  /** Stays between 768 and 1199 px although it is c-hide. */
  keep?: boolean;
};

const changed = "list-columns";
const subscribe = (notify: () => void) => {
  addEventListener(changed, notify);
  addEventListener("storage", notify);
  return () => {
    removeEventListener(changed, notify);
    removeEventListener("storage", notify);
  };
};

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? "{}";
  } catch {
    return "{}";
  }
}

function parse(text: string): Record<string, boolean> {
  try {
    return JSON.parse(text) as Record<string, boolean>;
  } catch {
    return {};
  }
}

/** The columns a person has chosen for one list, kept in the browser. The server renders the default ones. */
export function useColumns<R>(pathname: string, columns: Column<R>[]) {
  const key = `columns:${pathname.replace(/\/+$/, "")}`;
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => "{}",
  );
  const chosen = useMemo(() => parse(text), [text]);
  const isOn = (column: Column<R>) => chosen[column.key] ?? !column.optional;
  const toggle = useCallback(
    (column: string, on: boolean) => {
      const next = { ...parse(read(key)), [column]: on };
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Without storage the choice is not kept.
      }
      dispatchEvent(new Event(changed));
    },
    [key],
  );
  return { shown: columns.filter((column) => column.card === "c-name" || isOn(column)), isOn, toggle };
}

type Props<R> = { columns: Column<R>[]; isOn: (column: Column<R>) => boolean; toggle: (key: string, on: boolean) => void };

export function ColumnsMenu<R>({ columns, isOn, toggle }: Props<R>) {
  const box = useRef<HTMLDetailsElement>(null);
  usePopover(box);
  return (
    <details className="menu" ref={box}>
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
              checked={column.card === "c-name" || isOn(column)}
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
