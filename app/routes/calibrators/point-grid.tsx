import { type ClipboardEvent, type KeyboardEvent, memo, useContext, useRef } from "react";
import { emptyPoint, MOST_POINTS, type TypedPoint } from "#app/shared/calibration/certificates.ts";
import {
  blockOf,
  type PointColumn,
  pasted,
  pointColumns,
} from "#app/shared/calibration/typed-ranges.ts";
import { correctionOf, isCorrection } from "#app/shared/metrology/calibrated-range.ts";
import { isTypedNumber } from "#app/shared/metrology/decimal.ts";
import { plural } from "#app/shared/plural.ts";
import { FormContext } from "#app/ui/form-context.ts";
import { stepFrom } from "#app/ui/grid-keys.ts";
import { Icon } from "#app/ui/icon.tsx";
import { notify } from "#app/ui/toaster.tsx";

const labels: Record<PointColumn, string> = {
  nominal: "Nominal",
  reference: "Reference",
  indicated: "Indicated",
  correction: "Correction",
  u: "U",
  k: "k",
  dof: "ν",
};

/** Whether what stands in a cell cannot be right, whatever is typed beside it. */
function isWrong(point: TypedPoint, name: PointColumn): boolean {
  const typed = point[name].trim();
  if (typed === "") return false;
  if (!isTypedNumber(typed)) return true;
  if (name !== "correction" || correctionOf(point.reference, point.indicated) === null)
    return false;
  return !isCorrection(typed, point.reference, point.indicated);
}

type RowProps = {
  point: TypedPoint;
  row: number;
  /** Messages of the server by column. */
  errors: Partial<Record<PointColumn, string>> | undefined;
  change: (row: number, name: PointColumn, value: string) => void;
  remove: (row: number) => void;
};

/** One row of the grid; it is drawn again only when it changes. */
const Row = memo(function Row({ point, row, errors = {}, change, remove }: RowProps) {
  const told = pointColumns.flatMap((name) => errors[name] ?? []);
  const follows = correctionOf(point.reference, point.indicated) ?? "";
  return (
    <tr>
      <th scope="row" data-label="Point">
        {row + 1}
      </th>
      {pointColumns.map((name, column) => (
        <td key={name} className="num" data-label={labels[name]}>
          <input
            className="input code"
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            aria-label={`${labels[name]}, point ${row + 1}`}
            aria-invalid={isWrong(point, name) || errors[name] !== undefined || undefined}
            placeholder={name === "correction" ? follows : undefined}
            data-cell={`${row}.${column}`}
            value={point[name]}
            onChange={({ currentTarget }) => change(row, name, currentTarget.value)}
          />
        </td>
      ))}
      <td>
        <button
          className="btn btn-icon btn-ghost"
          type="button"
          aria-label={`Remove point ${row + 1}`}
          onClick={() => remove(row)}
        >
          <Icon name="x" />
        </button>
        {told.length > 0 && <span className="error">{told.join(". ")}</span>}
      </td>
    </tr>
  );
});

type Props = {
  /** The name of the field in which the points are, such as `ranges.0`. */
  name: string;
  points: TypedPoint[];
  set: (change: (points: TypedPoint[]) => TypedPoint[]) => void;
};

/** The messages of one row, by column. */
function errorsOf(errors: Record<string, string[]>, name: string, row: number) {
  const found = pointColumns.flatMap((column) => {
    const [message] = errors[`${name}.points.${row}.${column}`] ?? [];
    return message ? [[column, message] as const] : [];
  });
  return found.length ? Object.fromEntries(found) : undefined;
}

/** The points of a range like a sheet: Enter and the arrows go from row to row, and a block from a spreadsheet is pasted at a cell. */
export function PointGrid({ name, points, set }: Props) {
  const { errors } = useContext(FormContext);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = points.length ? points : [emptyPoint];

  const change = useRef((row: number, column: PointColumn, value: string) =>
    set((all) => {
      const filled = all.length ? all : [emptyPoint];
      return filled.map((point, at) => (at === row ? { ...point, [column]: value } : point));
    }),
  ).current;
  const remove = useRef((row: number) => set((all) => all.filter((_, at) => at !== row))).current;
  const add = () =>
    set((all) => [...(all.length ? all : [emptyPoint]), emptyPoint].slice(0, MOST_POINTS));
  const focus = (row: number, column: number) =>
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>(`[data-cell="${row}.${column}"]`)?.focus(),
    );
  const placeOf = (target: EventTarget) => {
    const [row, column] = ((target as HTMLElement).dataset.cell ?? "").split(".").map(Number);
    return row === undefined || column === undefined ? null : { row, column };
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = placeOf(event.target);
    const to = at && stepFrom(event, at, { rows: rows.length, columns: pointColumns.length });
    if (!to) return;
    event.preventDefault();
    if (to.row === rows.length && rows.length < MOST_POINTS) add();
    focus(to.row, to.column);
  };
  const onPaste = (event: ClipboardEvent) => {
    const at = placeOf(event.target);
    const text = event.clipboardData.getData("text/plain");
    if (!at || !/[\t\n\r]/.test(text.trim())) return;
    event.preventDefault();
    const block = blockOf(text);
    set((all) => pasted(all, at, block));
    notify.info(plural(block.length, "1 row pasted", "{n} rows pasted"));
  };

  return (
    <div className="point-grid">
      <table className="table table-static">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Point</span>
            </th>
            {pointColumns.map((column) => (
              <th key={column} scope="col" className="num">
                {labels[column]}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown} onPaste={onPaste}>
          {rows.map((point, row) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is known by its place
              key={row}
              {...{ point, row, change, remove }}
              errors={errorsOf(errors, name, row)}
            />
          ))}
        </tbody>
      </table>
      <div className="panel-foot chips">
        <button
          className="btn btn-sm"
          type="button"
          disabled={rows.length >= MOST_POINTS}
          onClick={() => {
            add();
            focus(rows.length, 0);
          }}
        >
          <Icon name="plus" size="s" />
          Add point
        </button>
        <span className="hint">
          Paste rows from a spreadsheet. The correction follows from reference less indicated; one
          that is typed is checked.
        </span>
      </div>
    </div>
  );
}
