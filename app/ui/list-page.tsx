import type { ReactNode } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import type { ListQuery, ListResult } from "#worker/domain/list.ts";
import { DataTable } from "./data-table.tsx";
import { Icon } from "./icon.tsx";
import { type Column, ColumnsMenu, useColumns } from "./list-columns.tsx";
import type { Filter } from "./list-filter.tsx";
import { clearUrl, ListToolbar } from "./list-toolbar.tsx";
import { listUrl } from "./list-url.ts";
import { PageHead } from "./page.tsx";
import { Pager } from "./pager.tsx";
import { EmptyState, NoResult } from "./states.tsx";

export type { Column } from "./list-columns.tsx";
export type { Filter } from "./list-filter.tsx";

type Props<R> = {
  title: string;
  result: ListResult<R>;
  columns: Column<R>[];
  filters?: Filter[];
  /** What the search looks at: "Code, serial or name". Without it there is no search box. */
  searchLabel?: string;
  actions?: ReactNode;
  /** Address of the CSV; the list's search, filters and sort are added. */
  exportHref?: string;
  empty?: { title: string; text?: ReactNode; action?: ReactNode };
  rowHref?: (row: R) => string;
  rowActions?: (row: R) => ReactNode;
  /** Between the title and the toolbar: tabs, a note, figures. */
  children?: ReactNode;
  /** False inside a page that has its own title. */
  head?: boolean;
};

/** A whole list screen. Everything it shows is named by its address. */
export function ListPage<R extends { id: string | number }>(props: Props<R>) {
  const {
    title,
    result,
    columns,
    filters = [],
    searchLabel,
    actions,
    exportHref,
    empty,
    rowHref,
    rowActions,
    children,
    head = true,
  } = props;
  const { rows, page, query } = result;
  const at = useLocation();
  const navigation = useNavigation();
  const { shown, isOn, toggle } = useColumns(at.pathname, columns);
  const busy = navigation.state === "loading" && !navigation.formMethod && navigation.location.pathname === at.pathname;
  const narrowed = query.q !== "" || Object.values(query.filters).some((value) => value !== "") || /[?&](after|before)=/.test(at.search);
  const exporting = exportHref !== undefined && (
    <a className={head ? "btn hide-phone" : "btn btn-sm hide-phone"} href={withSearch(exportHref, at.search)} download>
      <Icon name="dl" />
      Export
    </a>
  );
  const buttons = exporting || actions ? [exporting, actions] : null;

  return (
    <>
      {head && (
        <PageHead
          title={title}
          actions={
            buttons && (
              <>
                {exporting}
                {actions}
              </>
            )
          }
        />
      )}
      {children}
      {(rows.length > 0 || narrowed) && (
        <ListToolbar
          title={title}
          query={query}
          filters={filters}
          searchLabel={searchLabel}
          end={
            <>
              {!head && exporting}
              <ColumnsMenu columns={columns} isOn={isOn} toggle={toggle} />
            </>
          }
        />
      )}
      {rows.length > 0 ? (
        <div className="table-wrap" aria-busy={busy || undefined}>
          <DataTable
            label={title}
            rows={rows}
            columns={shown}
            sort={{ key: query.sort, dir: query.dir }}
            rowHref={rowHref}
            rowActions={rowActions}
          />
          <Pager page={page} size={query.size} />
        </div>
      ) : narrowed ? (
        <NoResult
          title={query.q ? `Nothing matches “${query.q}”` : "Nothing to show here"}
          text={describe(query, filters)}
          action={
            <Link className="btn" to={clearUrl(at, filters)} preventScrollReset>
              Clear filters
            </Link>
          }
        />
      ) : (
        <EmptyState title={empty?.title ?? "Nothing here yet"} text={empty?.text} action={empty?.action} />
      )}
    </>
  );
}

/** The list's search, filters and sort behind another address. */
function withSearch(href: string, search: string): string {
  const more = listUrl({ pathname: "", search }, {});
  return href + (href.includes("?") ? more.replace("?", "&") : more);
}

/** "2 filters are on: Status Active, Place North." */
function describe(query: ListQuery, filters: Filter[]): string {
  const on = filters.flatMap((filter) => {
    const value = query.filters[filter.key];
    if (!value) return [];
    const known = filter.options ?? (filter.selected ? [filter.selected] : []);
    return `${filter.label} ${known.find((choice) => choice.value === value)?.label ?? value}`;
  });
  if (on.length === 0) return "";
  return `${on.length === 1 ? "One filter is" : `${on.length} filters are`} on: ${on.join(", ")}.`;
}
