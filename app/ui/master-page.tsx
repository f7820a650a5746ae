import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Icon } from "./icon.tsx";
import { type Chosen, type Column, type Filter, ListPage } from "./list-page.tsx";
import { dialogUrl } from "./list-url.ts";
import { type Full, MasterDialog, type Mastered, type May, type Row } from "./master-dialog.tsx";
import { Menu } from "./menu.tsx";
import { Badge } from "./page.tsx";
import { ArchiveEntry, EndingEntries } from "./record-entries.tsx";

export const stateFilter: Filter = {
  key: "state",
  label: "State",
  options: [
    { value: "active", label: "Active" },
    { value: "archived", label: "Archived" },
    { value: "all", label: "All, archived too" },
  ],
};

/** Whether something is in use: the normal is silent. */
export function StateBadge({ archivedAt }: { archivedAt: number | null }) {
  return archivedAt ? (
    <Badge tone="hold" icon="archive">
      Archived
    </Badge>
  ) : (
    <Badge tone="in-date" icon="ok" calm>
      Active
    </Badge>
  );
}

type Props<R extends Row, F extends Full> = Mastered<R, F> & {
  title: string;
  columns: Column<R>[];
  searchLabel: string;
  filters?: Filter[];
  /** What they are, for the empty list. */
  about: string;
  /** Shown as the state of a row, where it is more than active or archived. */
  state?: (row: R) => ReactNode;
  /** Where a row leads; otherwise to its form. */
  rowHref?: (row: R) => string;
  /** Where the form is a page of its own instead of a dialog. */
  formHref?: { add: string; edit: (row: R) => string };
  exportHref?: string;
  exportsChosen?: boolean;
  /** Where a spreadsheet of them is brought in, for those who may add. */
  importHref?: string;
  /** Beside "Add". */
  actions?: ReactNode;
  /** Between the title and the toolbar. */
  children?: ReactNode;
  /** A row nobody changes, archives or deletes. */
  fixed?: (row: R) => boolean;
  /** Entries of a row's menu before Edit. */
  rowMenu?: (row: R) => ReactNode;
  /** What can be done with chosen rows. */
  onChosen?: (chosen: Chosen) => ReactNode;
  /** In the search box: the button that scans. */
  scan?: ReactNode;
};

/** The screen of a short master: its list, and its forms and questions as dialogs that have addresses. */
export function MasterPage<R extends Row, F extends Full>(props: Props<R, F>) {
  const {
    title,
    thing,
    list,
    columns,
    searchLabel,
    filters = [],
    about,
    state,
    rowHref,
    rowMenu,
    fixed,
    formHref,
    actions,
    children,
    merge,
    exportHref,
    exportsChosen = false,
    importHref,
    onChosen,
    scan,
  } = props;
  const at = useLocation();
  const { may } = list;
  const add = may.create && (
    <Link
      className="btn btn-primary"
      to={formHref?.add ?? dialogUrl(at, "new", "1")}
      preventScrollReset={!formHref}
    >
      <Icon name="plus" />
      Add {thing}
    </Link>
  );
  return (
    <>
      <ListPage
        title={title}
        result={list}
        searchLabel={searchLabel}
        scan={scan}
        onChosen={onChosen}
        filters={[...filters, stateFilter]}
        actions={
          <>
            {actions}
            {add}
          </>
        }
        {...(exportHref ? { exportHref, exportsChosen } : {})}
        {...(importHref && may.create ? { importHref } : {})}
        empty={{ title: `No ${title.toLowerCase()} yet`, text: about, action: add }}
        columns={[
          ...columns,
          {
            key: "state",
            label: "State",
            card: "c-state",
            show: state ?? ((row) => <StateBadge archivedAt={row.archivedAt} />),
          },
        ]}
        {...(rowHref
          ? { rowHref }
          : may.edit
            ? { rowHref: (row: R) => dialogUrl(at, "edit", row.id) }
            : {})}
        {...(may.edit || may.remove || rowMenu
          ? {
              rowActions: (row: R) => (
                <RowMenu
                  row={row}
                  may={fixed?.(row) ? nothing : may}
                  editHref={formHref?.edit(row)}
                  mergeable={merge !== undefined}
                >
                  {rowMenu?.(row)}
                </RowMenu>
              ),
            }
          : {})}
      >
        {children}
      </ListPage>
      <MasterDialog {...props} />
    </>
  );
}

const nothing: May = { create: false, edit: false, remove: false };

type RowMenuProps = {
  row: Row;
  may: May;
  children: ReactNode;
  editHref?: string | undefined;
  mergeable: boolean;
};

function RowMenu({ row, may, children, editHref, mergeable }: RowMenuProps) {
  const at = useLocation();
  return (
    <Menu label={`Actions for ${row.name}`}>
      {children}
      {may.edit && (
        <>
          <Link
            className="menu-item"
            to={editHref ?? dialogUrl(at, "edit", row.id)}
            preventScrollReset={!editHref}
          >
            <Icon name="edit" />
            Edit
          </Link>
          <ArchiveEntry row={row} />
        </>
      )}
      <EndingEntries row={row} may={may} mergeable={mergeable} />
    </Menu>
  );
}
