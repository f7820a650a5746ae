import { Link, useLocation } from "react-router";
import type { ListQuery } from "#app/shared/list.ts";
import { Icon } from "./icon.tsx";
import type { Column } from "./list-columns.tsx";
import { listUrl } from "./list-url.ts";
import { Menu } from "./menu.tsx";

type Props<R> = { columns: Column<R>[]; query: Pick<ListQuery, "sort" | "dir"> };

const directions = [
  ["asc", "Ascending"],
  ["desc", "Descending"],
] as const;

/** Sorting on phones, where cards have no head to sort by: the columns and the two directions, as links. */
export function SortMenu<R>({ columns, query: { sort, dir } }: Props<R>) {
  const orders = columns
    .map((column) => ({ ...column, by: column.sort ?? column.key }))
    .filter(({ by }, n, all) => all.findIndex((one) => one.by === by) === n);
  const sorted = orders.find(({ by }) => by === sort);
  return (
    <span className="phone-only sort-chip">
      <Menu
        className="chip"
        side="start"
        isLate
        text={
          <>
            <Icon name="sort" size="s" />
            Sort{sorted && ":"} {sorted && <b>{sorted.label}</b>}
            {sorted && <Icon name={dir === "asc" ? "up" : "arrow-down"} size="s" />}
          </>
        }
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a group of links, not of fields */}
        <div className="menu-group" role="group" aria-label="Sort by">
          {orders.map(({ key, by, label, sortable, unsorted }) =>
            sortable ? (
              <SortLink key={key} on={by === sort} text={label} sort={by} dir={dir} />
            ) : (
              unsorted && (
                <button key={key} className="menu-item" type="button" disabled>
                  <Icon name="check" />
                  <span>
                    {label}
                    <small>{unsorted}</small>
                  </span>
                </button>
              )
            ),
          )}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of links, not of fields */}
        <div className="menu-group" role="group" aria-label="Direction">
          {directions.map(([way, text]) => (
            <SortLink key={way} on={way === dir} text={text} sort={sort} dir={way} />
          ))}
        </div>
      </Menu>
    </span>
  );
}

function SortLink({
  on,
  text,
  sort,
  dir,
}: {
  on: boolean;
  text: string;
  sort: string;
  dir: "asc" | "desc";
}) {
  const at = useLocation();
  return (
    <Link
      className="menu-item"
      to={listUrl(at, { sort, dir })}
      aria-current={on || undefined}
      prefetch="intent"
      preventScrollReset
    >
      <Icon name="check" />
      {text}
    </Link>
  );
}
