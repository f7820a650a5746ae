import { type ReactNode, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
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
  card?: "c-top" | "c-state" | "c-status" | "c-name" | "c-meta" | "c-due" | "c-hide";
  sortable?: boolean;
  /** Why a column that can be sorted by cannot be now. */
  unsorted?: string | undefined;
  numeric?: boolean;
  /** Cut with an ellipsis; c-name and c-meta always are. A path is cut at its start: its end tells it apart. */
  clip?: boolean | "start";
  /** Its texts go on in further lines instead of being cut. */
  wraps?: boolean;
  /** Off until chosen under Columns. */
  optional?: boolean;
  /** Its texts are as long as names are, and get as much room. */
  long?: boolean;
  /** Shown by itself only where the list is wide (1), or no narrower than on a desktop (2); whoever chooses columns sees all of them. */
  wide?: 1 | 2;
  /** What it sorts by, where that is not its key. */
  sort?: string;
  /** A class of its own, which alone says its width and where it is shown. */
  look?: string;
  /** Under the name of a row, outside its link. */
  under?: (row: R) => ReactNode;
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
  const named = new URLSearchParams(at.search).get("cols");
  const kept = useSyncExternalStore(
    subscribe,
    () => keptColumns(at.pathname) ?? "",
    () => given?.join(".") ?? "",
  );
  const chosen = (named ?? kept)
    .split(".")
    .filter((key) => columns.some((column) => column.key === key));
  const shown = columns.filter(
    ({ card, key, optional }) =>
      card === "c-name" || (chosen.length ? chosen.includes(key) : !optional),
  );
  return {
    shown,
    keys: shown.map((column) => column.key),
    isChosen: chosen.length > 0,
  };
}

/** Takes other columns; none at all are the usual ones. */
function useChoosing() {
  const at = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return (keys: readonly string[]) => {
    keepColumns(at.pathname, keys);
    dispatchEvent(new Event(changed));
    const params = new URLSearchParams(at.search);
    if (!params.has("cols")) return void revalidate();
    if (keys.length) params.set("cols", keys.join("."));
    else params.delete("cols");
    navigate(`${at.pathname}?${params}`, { replace: true, preventScrollReset: true });
  };
}

type Props<R> = {
  columns: Column<R>[];
  /** The columns that are shown where the list is wide enough. */
  keys: readonly string[];
  isChosen: boolean;
};

/** Which columns the list shows. The usual ones follow its width: the first tick begins with those in sight. */
export function ColumnsMenu<R>({ columns, keys, isChosen }: Props<R>) {
  const choose = useChoosing();
  const box = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  usePopover(box);
  const isInSight = (key: string) => {
    const list = box.current?.closest(".toolbar")?.parentElement;
    const head = list?.querySelector<HTMLElement>(`.table-wrap th[data-column="${key}"]`);
    return head === undefined || head === null || head.offsetWidth > 0;
  };
  const on = isOpen && !isChosen ? keys.filter(isInSight) : keys;
  const pick = (key: string, isOn: boolean) =>
    choose(
      columns.map((column) => column.key).filter((one) => (one === key ? isOn : on.includes(one))),
    );
  return (
    <details
      className="menu hide-phone"
      ref={box}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="btn btn-sm">
        <Icon name="cols" />
        Columns
      </summary>
      {isOpen && (
        <fieldset className="menu-sheet" data-side="end">
          <legend className="sr-only">Columns</legend>
          {columns.map(({ key, label, card }) => (
            <label className="check menu-item" key={key}>
              <input
                type="checkbox"
                checked={on.includes(key)}
                disabled={card === "c-name"}
                onChange={(event) => pick(key, event.currentTarget.checked)}
              />
              {label}
            </label>
          ))}
          {isChosen && (
            <button className="menu-item" type="button" onClick={() => choose([])}>
              <Icon name="refresh" />
              Usual columns
            </button>
          )}
        </fieldset>
      )}
    </details>
  );
}
