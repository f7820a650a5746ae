// biome-ignore-all lint/a11y/noRedundantRoles: as cards (display: grid) the elements lose their own roles; these keep them
import { type MouseEvent, type ReactNode, useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Icon } from "./icon.tsx";
import type { Column } from "./list-columns.tsx";
import type { Selection } from "./list-selection.tsx";
import { listUrl, pointedBy } from "./list-url.ts";
import { Money } from "./money.tsx";
import { DateText, TimeText } from "./time.tsx";

type Props<R> = {
  label: string;
  rows: R[];
  columns: Column<R>[];
  sort?: { key: string; dir: "asc" | "desc" };
  rowHref?: ((row: R) => string) | undefined;
  rowActions?: ((row: R) => ReactNode) | undefined;
  /** Head stays under the header while the page scrolls; off inside panels and dialogs. */
  sticky?: boolean;
  foot?: ReactNode;
  /** Boxes to choose rows by. */
  selection?: Selection | undefined;
};

const wide = new Set(["c-name", "c-meta"]);

function classOf<R>(column: Column<R>): string {
  const { card = "c-hide" } = column;
  const clip = column.clip || wide.has(card);
  return [
    card,
    clip && "clip",
    column.clip === "start" && "clip-start",
    (column.numeric || column.as === "money") && "num",
    column.keep && "keep",
    column.long && "long",
    column.wide && `w-${column.wide}`,
  ]
    .filter(Boolean)
    .join(" ");
}

function valueIn<R>({ key, field, show, as }: Column<R>, row: R): ReactNode {
  const value = show ? show(row) : (row as Record<string, ReactNode>)[field ?? key];
  if (as === "code") return value && <span className="code">{value}</span>;
  if (as === "day") return <DateText on={value as string | null} />;
  if (as === "money") return <Money minor={value as number | null} />;
  return as === "time" ? <TimeText at={value as number | null} /> : value;
}

/** The box of what is cut at its start runs from right to left; what is in it does not. */
const shown = <R,>(column: Column<R>, row: R) =>
  column.clip === "start" ? <bdi dir="ltr">{valueIn(column, row)}</bdi> : valueIn(column, row);

/** The same markup is a table from 768 px and cards below; the roles stay, because cards would drop the table's meaning. */
export function DataTable<R extends { id: string | number }>({
  label,
  rows,
  columns,
  sort,
  rowHref,
  rowActions,
  sticky = true,
  foot,
  selection,
}: Props<R>) {
  const at = useLocation();
  const pointed = pointedBy(at.search);
  const navigate = useNavigate();
  useEffect(() => {
    const cell = pointed ? document.getElementById(`row-${pointed}`) : null;
    cell?.scrollIntoView({ block: "center" });
    // Another scan of the same label points again.
    if (at.key) cell?.querySelector("a")?.focus({ preventScroll: true });
  }, [pointed, at.key]);
  const named = columns.find((column) => column.card === "c-name") ?? columns[0];

  const open = (event: MouseEvent<HTMLElement>, href: string) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      getSelection()?.toString()
    )
      return;
    if (
      event.target instanceof Element &&
      event.target.closest("a, button, input, select, label, summary, .c-acts, .c-check")
    )
      return;
    // Where a dialog gives the focus back to.
    event.currentTarget.querySelector<HTMLElement>("a.name")?.focus({ preventScroll: true });
    navigate(href);
  };

  return (
    <table
      className={`table table-cards table-list${sticky ? "" : " table-static"}`}
      role="table"
      aria-label={label}
    >
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
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={classOf(column)}
              aria-sort={sort?.key === column.key ? sorted[sort.dir] : undefined}
            >
              {column.sortable && sort ? (
                <Link
                  to={listUrl(at, {
                    sort: column.key,
                    dir: sort.key === column.key && sort.dir === "asc" ? "desc" : "asc",
                  })}
                  prefetch="intent"
                  preventScrollReset
                >
                  {column.label}
                  {sort.key === column.key && (
                    <Icon name={sort.dir === "asc" ? "up" : "arrow-down"} size="s" />
                  )}
                </Link>
              ) : column.unsorted ? (
                <button type="button" aria-disabled title={column.unsorted}>
                  {column.label}
                  <Icon name="sort" size="s" />
                </button>
              ) : (
                column.label
              )}
            </th>
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
          return (
            // A wider target for the pointer; for keys the name in the row is the link.
            <tr
              key={row.id}
              role="row"
              className={
                [
                  href && "goes",
                  (selection?.has(String(row.id)) || row.id === pointed) && "is-selected",
                ]
                  .filter(Boolean)
                  .join(" ") || undefined
              }
              onClick={href ? (event) => open(event, href) : undefined}
            >
              {selection && (
                <td role="cell" className="c-check">
                  <label>
                    <input
                      type="checkbox"
                      aria-label="Select this row"
                      aria-describedby={`row-${row.id}`}
                      checked={selection.has(String(row.id))}
                      onChange={(event) =>
                        selection.toggle(String(row.id), event.currentTarget.checked)
                      }
                    />
                  </label>
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  id={
                    (selection || row.id === pointed) && column === named
                      ? `row-${row.id}`
                      : undefined
                  }
                  className={classOf(column)}
                  data-label={
                    column.card === "c-due" ? (column.cardLabel ?? column.label) : undefined
                  }
                >
                  {href && column === named ? (
                    <Link className="name" to={href} prefetch="intent">
                      {shown(column, row)}
                    </Link>
                  ) : (
                    shown(column, row)
                  )}
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
  );
}

const sorted = { asc: "ascending", desc: "descending" } as const;
