// biome-ignore-all lint/a11y/noRedundantRoles: as cards (display: grid) the elements lose their own roles; these keep them
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { moneyText } from "#app/shared/money-text.ts";
import { useFormat } from "./format.ts";
import { Icon } from "./icon.tsx";
import type { Column } from "./list-columns.tsx";
import type { Selection } from "./list-selection.tsx";
import { listUrl, pointedBy } from "./list-url.ts";
import { RowLinks } from "./row-links.tsx";
import { DateText, TimeText } from "./time.tsx";

type Props<R> = {
  label: string;
  rows: R[];
  columns: Column<R>[];
  sort?: { key: string; dir: "asc" | "desc" };
  rowHref?: ((row: R) => string) | undefined;
  rowActions?: ((row: R) => ReactNode) | undefined;
  /** What a row is called where its box is chosen. */
  rowName?: ((row: R) => string) | undefined;
  /** Head stays under the header while the page scrolls; off inside panels and dialogs. */
  sticky?: boolean;
  foot?: ReactNode;
  /** Boxes to choose rows by. */
  selection?: Selection | undefined;
  /** Its cells have two lines. */
  isTwoLined?: boolean;
};

const wide = new Set(["c-name", "c-meta"]);

function classOf<R>(column: Column<R>): string {
  const { card = "c-hide", look } = column;
  const isNumber = column.numeric || column.as === "money";
  if (look) return isNumber ? `${look} num` : look;
  return [
    card,
    column.wraps ? "wraps" : (column.clip || wide.has(card)) && "clip",
    column.clip === "start" && "clip-start",
    isNumber && "num",
    column.keep && "keep",
    column.long && "long",
    column.wide && `w-${column.wide}`,
  ]
    .filter(Boolean)
    .join(" ");
}

type Format = ReturnType<typeof useFormat>;

function valueIn<R>({ key, field, show, as }: Column<R>, row: R, format: Format): ReactNode {
  const value = show ? show(row) : (row as Record<string, ReactNode>)[field ?? key];
  if (as === "day") return <DateText on={value as string | null} />;
  if (as === "money" && typeof value === "number")
    return moneyText(value, format.locale, format.currency);
  if (as === "money") return <span className="quiet">–</span>;
  return as === "time" ? <TimeText at={value as number | null} /> : value;
}

/** The box of what is cut at its start runs from right to left; what is in it does not. */
const shown = <R,>(column: Column<R>, row: R, format: Format) => {
  const value = valueIn(column, row, format);
  return column.clip === "start" ? <bdi dir="ltr">{value}</bdi> : value;
};

/** The same markup is a table from 768 px and cards below; the roles stay, because cards would drop the table's meaning. */
export function DataTable<R extends { id: string | number }>({
  label,
  rows,
  columns,
  sort,
  rowHref,
  rowActions,
  rowName = (row) => String((row as { name?: unknown }).name ?? "this row"),
  sticky = true,
  foot,
  selection,
  isTwoLined = false,
}: Props<R>) {
  const at = useLocation();
  const format = useFormat();
  const pointed = pointedBy(at.search);
  useEffect(() => {
    const cell = pointed ? document.getElementById(`row-${pointed}`) : null;
    cell?.scrollIntoView({ block: "center" });
    // Another scan of the same label points again.
    if (at.key) cell?.querySelector("a")?.focus({ preventScroll: true });
  }, [pointed, at.key]);
  const named = columns.find((column) => column.card === "c-name") ?? columns[0];
  const heads = columns.map(classOf);
  const cells = columns.map(({ as }, n) => (as === "code" ? `${heads[n]} code` : heads[n]!));
  const looks = [
    "table table-cards table-list",
    isTwoLined && "table-2",
    rowHref && "goes",
    !sticky && "table-static",
  ];

  return (
    <RowLinks>
      <table className={looks.filter(Boolean).join(" ")} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className="c-check">
                <input
                  type="checkbox"
                  aria-label="Select all on this page"
                  checked={selection.pageIsChosen}
                  ref={(box) => {
                    if (box) box.indeterminate = !selection.pageIsChosen && selection.pageIsPartly;
                  }}
                  onChange={(event) => selection.togglePage(event.currentTarget.checked)}
                />
              </th>
            )}
            {columns.map((column, n) => (
              <ColumnHead key={column.key} column={column} className={heads[n]!} sort={sort} />
            ))}
            {rowActions && (
              <th role="columnheader" scope="col" className="c-acts">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const href = rowHref?.(row);
            const isChosen = selection?.has(String(row.id)) || row.id === pointed;
            return (
              <tr key={row.id} role="row" className={isChosen ? "is-selected" : undefined}>
                {selection && (
                  <td role="cell" className="c-check">
                    <label>
                      <input
                        type="checkbox"
                        aria-label={`Select ${rowName(row)}`}
                        checked={selection.has(String(row.id))}
                        onChange={(event) =>
                          selection.toggle(String(row.id), event.currentTarget.checked)
                        }
                      />
                    </label>
                  </td>
                )}
                {columns.map((column, place) => (
                  <td
                    key={column.key}
                    role="cell"
                    id={row.id === pointed && column === named ? `row-${row.id}` : undefined}
                    className={cells[place]}
                    data-label={column.card === "c-due" ? column.label : undefined}
                  >
                    {href && column === named ? (
                      <a className="name" href={href} data-discover>
                        {shown(column, row, format)}
                      </a>
                    ) : (
                      shown(column, row, format)
                    )}
                    {column === named && column.under?.(row)}
                  </td>
                ))}
                {rowActions && (
                  <td role="cell" className="c-acts">
                    {rowActions(row)}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
        {foot}
      </table>
    </RowLinks>
  );
}

type HeadProps<R> = { column: Column<R>; className: string; sort: Props<R>["sort"] };

/** A column's name: the link that sorts by it, or why it cannot. */
function ColumnHead<R>({ column, className, sort }: HeadProps<R>) {
  const at = useLocation();
  const by = column.sort ?? column.key;
  const dir = sort?.key === by ? sort.dir : undefined;
  return (
    <th
      role="columnheader"
      scope="col"
      className={className}
      data-column={column.key}
      aria-sort={dir && sorted[dir]}
    >
      {column.sortable && sort ? (
        <a href={listUrl(at, { sort: by, dir: dir === "asc" ? "desc" : "asc" })}>
          {column.label}
          {dir && <Icon name={dir === "asc" ? "up" : "arrow-down"} size="s" />}
        </a>
      ) : column.unsorted ? (
        <button type="button" aria-disabled title={column.unsorted}>
          {column.label}
          <Icon name="sort" size="s" />
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

const sorted = { asc: "ascending", desc: "descending" } as const;
