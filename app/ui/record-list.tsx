import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import type { ListResult } from "#app/shared/list.ts";
import { Icon } from "./icon.tsx";
import { type Filter, ListPage } from "./list-page.tsx";
import { MenuLink } from "./menu.tsx";
import { Badge } from "./page.tsx";
import { type Entity, type May, mayArchive, mayMerge, type RecordRow } from "./record-dialogs.tsx";
import { RowMenu } from "./row-menu.tsx";
import { useDialog } from "./use-dialog.ts";

export const stateFilter: Filter = {
  key: "state",
  label: "State",
  options: [
    { value: "active", label: "Active" },
    { value: "archived", label: "Archived" },
    { value: "all", label: "All, archived too" },
  ],
};

/** Whether a record is active or archived. */
export function StateBadge({ archivedAt }: { archivedAt?: number | null | undefined }) {
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

/** The same for a record that can also be inactive. */
export const OfferedBadge = ({
  archivedAt,
  isActive,
}: {
  archivedAt?: number | null;
  isActive: boolean;
}) =>
  archivedAt || isActive ? (
    <StateBadge archivedAt={archivedAt} />
  ) : (
    <Badge tone="hold" icon="pause">
      Inactive
    </Badge>
  );

/** The button that opens the form of a new record, on this page or on one of its own. */
export function AddRecord({ thing, href }: { thing: string; href?: string | undefined }) {
  const { to } = useDialog();
  return (
    <Link
      className="btn btn-primary"
      to={href ?? to({ new: "1" })}
      prefetch={href === undefined ? "none" : "intent"}
      preventScrollReset={href === undefined}
    >
      <Icon name="plus" />
      Add {thing}
    </Link>
  );
}

type Entries = {
  row: RecordRow;
  may: May;
  /** Where the form is a page of its own. */
  editHref?: string | undefined;
  merges?: boolean;
  /** The path of the page that has the dialogs, where it is another one. */
  page?: string;
  /** Further entries. */
  children?: ReactNode;
};

/** The menu of a record's row. */
export function RecordMenu({ row, may, editHref, merges = false, page, children }: Entries) {
  const { to } = useDialog(page);
  if (!(may.edit || may.remove || (merges && mayMerge(may)) || children)) return null;
  return (
    <RowMenu label={`Actions for ${row.name}`}>
      {may.edit && editHref && (
        <MenuLink to={editHref} icon="edit">
          Edit
        </MenuLink>
      )}
      {children}
      {may.edit && !editHref && (
        <MenuLink to={to({ edit: row.id })} icon="edit">
          Edit
        </MenuLink>
      )}
      {mayArchive(may) && (
        <MenuLink to={to({ [row.archivedAt ? "restore" : "archive"]: row.id })} icon="archive">
          {row.archivedAt ? "Restore" : "Archive"}
        </MenuLink>
      )}
      {merges && mayMerge(may) && (
        <MenuLink to={to({ merge: row.id })} icon="swap">
          Merge into…
        </MenuLink>
      )}
      {may.remove && (
        <MenuLink to={to({ delete: row.id })} icon="trash" danger>
          Delete
        </MenuLink>
      )}
    </RowMenu>
  );
}

type Props<R extends RecordRow> = Omit<
  ComponentProps<typeof ListPage<R>>,
  "title" | "result" | "rowActions" | "empty" | "exportHref" | "importHref"
> & {
  list: ListResult<R> & { may: May; entity: Entity };
  /** The page's name, where it is not simply what they are called. */
  title?: string;
  /** What they are, for the empty list. */
  about: string;
  /** Shown as the state of a row, where it is more than active or archived. */
  state?: (row: R) => ReactNode;
  stateLabel?: string;
  /** Where the form is a page of its own instead of a dialog. */
  formHref?: { add: string; edit?: (row: R) => string };
  /** A row nobody changes, archives or deletes. */
  fixed?: (row: R) => boolean;
  /** Further entries of a row's menu. */
  rowMenu?: (row: R) => ReactNode;
  /** What the empty list offers, where it is not to add one. */
  first?: ReactNode;
};

const nothing: May = { create: false, edit: false, remove: false };

/** A list of records that are added, changed, archived and deleted: a list page with their state, their menus and "Add". */
export function RecordList<R extends RecordRow>(props: Props<R>) {
  const {
    list,
    about,
    state,
    stateLabel = "State",
    formHref,
    fixed,
    rowMenu,
    first,
    ...page
  } = props;
  const { title, columns, filters = [], actions, rowHref, ...rest } = page;
  const { head = true } = page;
  const { may, entity } = list;
  const [thing, things] = entity.noun;
  const { to } = useDialog();
  const add = may.create && <AddRecord thing={thing} href={formHref?.add} />;
  const opens = formHref?.edit ?? ((row: R) => to({ edit: row.id }));
  return (
    <ListPage
      {...rest}
      title={title ?? `${things[0]?.toUpperCase()}${things.slice(1)}`}
      result={list}
      filters={may.archive === false ? filters : [...filters, stateFilter]}
      actions={
        head ? (
          <>
            {actions}
            {add}
          </>
        ) : (
          actions
        )
      }
      {...(may.export ? { exportHref: `/${entity.path}/export.csv` } : {})}
      {...(may.import ? { importHref: `/imports?kind=${entity.imports ?? entity.path}` } : {})}
      empty={{ title: `No ${things} yet`, text: about, action: first || add }}
      columns={[
        ...columns,
        {
          key: "state",
          label: stateLabel,
          card: "c-state",
          show: state ?? ((row) => <StateBadge archivedAt={row.archivedAt} />),
        },
      ]}
      {...(rowHref ? { rowHref } : may.edit ? { rowHref: opens } : {})}
      {...(may.edit || may.remove || rowMenu
        ? {
            rowActions: (row: R) => (
              <RecordMenu
                row={row}
                may={fixed?.(row) ? nothing : may}
                editHref={formHref?.edit?.(row)}
                merges={Boolean(entity.mergeChoices)}
              >
                {rowMenu?.(row)}
              </RecordMenu>
            ),
          }
        : {})}
    />
  );
}
