import type { ReactNode } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import type { ListResult } from "#app/shared/list.ts";
import { DataTable } from "./data-table.tsx";
import { ExportEntries, ExportMenu } from "./export-links.tsx";
import { Icon } from "./icon.tsx";
import { type Column, ColumnsMenu, useColumns } from "./list-columns.tsx";
import { type EmptyText, ListEmpty } from "./list-empty.tsx";
import type { Filter } from "./list-filter.tsx";
import { ListNote } from "./list-notes.tsx";
import { type Chosen, SelectionBar, useSelection } from "./list-selection.tsx";
import { SortMenu } from "./list-sort.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { listUrl, withSearch } from "./list-url.ts";
import { ViewsMenu } from "./list-views.tsx";
import { Menu, MenuLink, WholeContext } from "./menu.tsx";
import { PageHead } from "./page.tsx";
import { Pager } from "./pager.tsx";

export type { Column } from "./list-columns.tsx";
export type { Filter } from "./list-filter.tsx";
export type { Chosen } from "./list-selection.tsx";

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
  /** The export can be of the chosen columns alone. */
  exportsChosen?: boolean;
  /** Where a spreadsheet is brought in; offered beside the export and in the empty list. */
  importHref?: string;
  empty?: EmptyText;
  rowHref?: (row: R) => string;
  rowActions?: (row: R) => ReactNode;
  /** What a row is called where its box is chosen; its name, unless something else is said. */
  rowName?: (row: R) => string;
  /** Between the title and the toolbar: tabs, a note, figures. */
  children?: ReactNode;
  /** False inside a page that has its own title. */
  head?: boolean;
  /** What can be done with chosen rows; with it rows can be chosen. */
  onChosen?: ((chosen: Chosen) => ReactNode) | undefined;
  /** The person's columns as the server knows them, where its rows depend on them. */
  chosenColumns?: readonly string[] | null;
  /** Above the head of the table: what is known of all that match. */
  sums?: ReactNode;
  /** Further entries of the menu beside the actions. */
  more?: ReactNode;
  /** Its cells have two lines. */
  isTwoLined?: boolean;
  /** Above the rows: what a person must know to read them, such as their order. */
  note?: ReactNode;
  /** In the search box: the button that scans. */
  scan?: ReactNode;
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
    exportsChosen = false,
    importHref,
    empty,
    rowHref,
    rowActions,
    rowName,
    children,
    head = true,
    onChosen,
    chosenColumns,
    sums,
    more,
    isTwoLined,
    scan,
  } = props;
  const { rows, page, query } = result;
  const at = useLocation();
  const { shown, keys, isChosen } = useColumns(at, columns, chosenColumns);
  const selection = useSelection(
    at,
    rows.map((row) => String(row.id)),
  );
  const narrowed =
    query.q !== "" ||
    Object.values(query.filters).some((value) => value !== "") ||
    /[?&](after|before)=/.test(at.search);
  // A page of a long search may hold nothing, and the next one something.
  const isEmpty = rows.length === 0 && page.next === null && page.previous === null;
  const files = exportHref !== undefined && {
    href: withSearch(exportHref, at.search, null),
    chosenHref: exportsChosen ? withSearch(exportHref, at.search, keys) : undefined,
  };
  const hasMore = Boolean(files || importHref !== undefined || more);
  const hasRows = rows.length > 0 || narrowed;

  return (
    <WholeContext value={new URLSearchParams(at.search).has("whole")}>
      {head && (
        <PageHead
          isWide
          title={title}
          badges={hasRows && <ViewsMenu columns={isChosen ? keys : null} />}
          actions={
            (hasMore || actions) && (
              <>
                {hasMore && (
                  <span className="hide-phone">
                    <Menu label="More actions" className="btn btn-icon" isLate>
                      {importHref !== undefined && (
                        <MenuLink to={importHref} icon="upload" prefetch="intent">
                          Import
                        </MenuLink>
                      )}
                      {files && <ExportEntries {...files} />}
                      {more}
                    </Menu>
                  </span>
                )}
                {actions}
              </>
            )
          }
        />
      )}
      {children}
      <noscript>
        <a className="btn btn-sm" href={listUrl(at, { whole: "1" })}>
          Show all filters and menus
        </a>
      </noscript>
      {hasRows && (
        <ListToolbar
          title={title}
          query={query}
          filters={filters}
          searchLabel={searchLabel}
          scan={scan}
          onlyHref={page.total === 1 && rows[0] && rowHref ? rowHref(rows[0]) : undefined}
          sort={
            rows.length > 0 &&
            columns.some(({ sortable }) => sortable) && <SortMenu columns={columns} query={query} />
          }
          end={
            <>
              {!head && files && <ExportMenu {...files} isSmall />}
              {!head && actions}
              <ColumnsMenu {...{ columns, keys, isChosen }} />
            </>
          }
        />
      )}
      {!isEmpty && <ListNote>{props.note}</ListNote>}
      {/* What was chosen may no longer match: its bar stays, with the dialog that changed it. */}
      {!isEmpty || selection.all || selection.count > 0 ? (
        <Wrap scrolls={isChosen}>
          {sums}
          <DataTable
            label={title}
            rows={rows}
            columns={shown}
            sort={{ key: query.sort, dir: query.dir }}
            rowHref={rowHref}
            rowActions={rowActions}
            rowName={rowName}
            selection={onChosen ? selection : undefined}
            isTwoLined={isTwoLined}
          />
          <Pager page={page} size={query.size} />
          {onChosen && (
            <SelectionBar
              selection={selection}
              total={page.total}
              capped={page.capped}
              more={page.next !== null || page.previous !== null}
            >
              {onChosen}
            </SelectionBar>
          )}
        </Wrap>
      ) : (
        <ListEmpty
          {...{ query, filters, narrowed, empty }}
          importing={
            importHref !== undefined && (
              <Link className="btn hide-phone" to={importHref} prefetch="intent">
                <Icon name="upload" />
                Import
              </Link>
            )
          }
        />
      )}
    </WholeContext>
  );
}

/** Around the rows; it says that others are on their way, and alone renders for it. */
function Wrap({ scrolls, children }: { scrolls: boolean; children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, formMethod, location } = useNavigation();
  const isBusy = state === "loading" && !formMethod && location.pathname === pathname;
  return (
    <div className={scrolls ? "table-wrap scrolls" : "table-wrap"} aria-busy={isBusy || undefined}>
      {children}
    </div>
  );
}
