import "#app/css/parameters.css";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { MachineParameter } from "#app/shared/calibration/machine-parameters.ts";
import {
  type CellName,
  cellNames,
  emptyRow,
  filledRows,
  isBlock,
  MOST_PARAMETERS,
  type ParameterRow,
  pasted,
  postedRow,
  rowsOf,
  withCell,
} from "#app/shared/calibration/parameter-rows.ts";
import { unitCodes, units } from "#app/shared/metrology/units.ts";
import { FormContext, useField } from "#app/ui/form-context.ts";
import { stepFrom } from "#app/ui/grid-keys.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useOneRow } from "#app/ui/one-row.ts";
import { ParameterCells } from "./parameter-cells.tsx";

type Row = { id: number; cells: ParameterRow };
const NAME = "parameters";

/**
 * The editor of what a device measures and delivers, a row each, which posts them as JSON. It is used like a table: Enter and the
 * arrows go from cell to cell, Enter in the last row adds one, and a block that a spreadsheet has copied is pasted over the cells.
 * A phone shows one parameter at a time.
 * @param first those that it begins with, where the form has none
 */
export function ParametersGrid({ first = [] }: { first?: readonly MachineParameter[] }) {
  const field = useField(NAME);
  const { errors, touch } = useContext(FormContext);
  const unitList = useId();
  const last = useRef(0);
  const box = useRef<HTMLFieldSetElement>(null);
  const numbered = (cells: ParameterRow): Row => ({ id: ++last.current, cells });
  const [rows, setRows] = useState<Row[]>(() => rowsOf(field.value ?? first).map(numbered));
  const { now: open, onNow: setOpen } = useOneRow(rows.length);
  const filled = filledRows(rows.map(({ cells }) => cells));
  const wrongIn = (cells: ParameterRow) => errorsOf(errors, filled.indexOf(cells));

  // What is wrong in a parameter is read where it stands: a phone opens it.
  const firstWrong = rows.findIndex(({ cells }) => Object.keys(wrongIn(cells)).length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when an answer came, not when rows change
  useEffect(() => {
    if (firstWrong >= 0) setOpen(firstWrong);
  }, [errors]);

  const change = (next: Row[]) => {
    setRows(next);
    touch();
  };
  // The row may be a new one, which is there after the rendering.
  const focus = (row: number, cell: CellName) => {
    setOpen(row);
    requestAnimationFrame(() => {
      const at = `[data-row="${row}"] [data-cell="${cell}"]`;
      box.current?.querySelector<HTMLInputElement>(at)?.focus();
    });
  };
  const add = () => {
    if (rows.length >= MOST_PARAMETERS) return;
    change([...rows, numbered(emptyRow)]);
    focus(rows.length, "name");
  };
  const remove = (at: number) => {
    change(rows.filter((_, place) => place !== at));
    const next = Math.min(at, rows.length - 2);
    if (next >= 0) focus(next, "name");
    else requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(".add")?.focus());
  };
  const set = (at: number, cell: CellName, value: string) =>
    change(
      rows.map((row, place) =>
        place === at ? { ...row, cells: withCell(row.cells, cell, value) } : row,
      ),
    );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = placeOf(event.target);
    if (!at) return;
    if (event.key === "Delete" && event.ctrlKey) {
      event.preventDefault();
      return remove(at.row);
    }
    const place = { row: at.row, column: cellNames.indexOf(at.cell) };
    const to = stepFrom(event, place, { rows: rows.length, columns: cellNames.length });
    if (!to) return;
    event.preventDefault();
    if (to.row >= rows.length) add();
    else focus(to.row, cellNames[to.column]!);
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const at = placeOf(event.target);
    const text = event.clipboardData.getData("text/plain");
    if (!at || !isBlock(text)) return;
    event.preventDefault();
    const before = rows.map(({ cells }) => cells);
    change(
      pasted(before, at, text).map((cells, place) =>
        rows[place] ? { ...rows[place], cells } : numbered(cells),
      ),
    );
  };

  return (
    <fieldset
      className="field params"
      id={field.id}
      ref={box}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    >
      <legend className="sr-only">Parameters</legend>
      <input type="hidden" name={NAME} value={JSON.stringify(filled.map(postedRow))} />
      <datalist id={unitList}>
        {unitCodes.map((code) => (
          <option key={code} value={code} label={`${units[code].symbol} ${units[code].quantity}`} />
        ))}
      </datalist>
      {rows.length === 0 && (
        <p className="hint">
          Nothing is said yet of what it measures or delivers. Add a parameter, or paste a block
          from a spreadsheet into its first cell.
        </p>
      )}
      {rows.map(({ id, cells }, at) => (
        <ParameterCells
          key={id}
          at={at}
          row={cells}
          isOpen={at === open}
          errors={wrongIn(cells)}
          unitList={unitList}
          onOpen={() => setOpen(at === open ? -1 : at)}
          onSet={(cell, value) => set(at, cell, value)}
          onRemove={() => remove(at)}
        />
      ))}
      {field.errors && (
        <span className="error" id={`${field.id}-error`}>
          <Icon name="alert" size="s" />
          {field.errors.join(" ")}
        </span>
      )}
      <p>
        <button
          className="btn btn-sm add"
          type="button"
          disabled={rows.length >= MOST_PARAMETERS}
          onClick={add}
        >
          <Icon name="plus" size="s" />
          Add parameter
        </button>
      </p>
    </fieldset>
  );
}

/** What the server found wrong in a row, by its cells. */
function errorsOf(
  errors: Record<string, string[]>,
  place: number,
): Partial<Record<CellName, string>> {
  const before = `${NAME}.${place}.`;
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, messages]) =>
      place >= 0 && name.startsWith(before)
        ? [[name.slice(before.length).split(".")[0], messages.join(" ")]]
        : [],
    ),
  );
}

/** The row and cell that an element of the grid stands for. */
function placeOf(target: EventTarget): { row: number; cell: CellName } | null {
  const { cell } = (target as HTMLElement).dataset;
  const row = (target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset.row;
  return cell && row !== undefined ? { row: Number(row), cell: cell as CellName } : null;
}
