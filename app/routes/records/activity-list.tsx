import type { ComponentProps } from "react";
import { Link, useLocation } from "react-router";
import { actionText } from "#app/shared/activity-words.ts";
import { kindText } from "#app/shared/kind-words.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { Note } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { Entry } from "#worker/domain/activity/entry.ts";
import type { LabelledChange } from "#worker/domain/activity/labels.ts";
import type { LoggedRow } from "#worker/domain/activity/rows.ts";
import { ChangeSummary } from "./change.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { doorText } from "./words.ts";

type Row = Omit<LoggedRow, "changes"> & {
  changes: LabelledChange[];
  /** Of the platform's log: the company that it is about. */
  companyName?: string | null;
};
type List = ComponentProps<typeof ListPage<Row>>;
type Props = {
  list: List["result"] & { lookedBackTo: number | null; entry: Entry | null };
  exportHref?: string | undefined;
  filters: NonNullable<List["filters"]>;
  empty: NonNullable<List["empty"]>;
  /** The log is of many companies. */
  hasCompany?: boolean;
  /** Where a record is shown; null for one without a page of its own. */
  pageOf: (entry: Entry) => string | null;
};

/** The rows of an activity log with the entry that is open, a company's or the platform's. */
export function ActivityList({
  list,
  exportHref,
  filters,
  empty,
  hasCompany = false,
  pageOf,
}: Props) {
  const { to } = useDialog();
  return (
    <>
      <ListPage
        title="Activity Logs"
        result={list}
        searchLabel="Name of the record"
        {...(exportHref ? { exportHref } : {})}
        filters={[
          ...filters,
          { key: "from", label: "From", isDate: true },
          { key: "to", label: "To", isDate: true },
        ]}
        columns={[
          { key: "at", label: "Time", card: "c-top", as: "time" },
          {
            key: "person",
            label: "Who",
            card: "c-due",
            show: (row) => (
              <>
                {row.actorName} <span className="quiet">{doorText(row)}</span>
              </>
            ),
          },
          {
            key: "action",
            label: "What",
            card: "c-state",
            keep: true,
            show: (row) => actionText(row),
          },
          {
            key: "record",
            label: "Record",
            card: "c-name",
            clip: true,
            show: (row) => (
              <Link
                to={to({ entry: row.id })}
                preventScrollReset
                aria-label={`${kindText(row.entityKind)} ${row.entityLabel}`}
              >
                {row.entityLabel || kindText(row.entityKind)}
              </Link>
            ),
          },
          ...(hasCompany
            ? [{ key: "companyName", label: "Company", card: "c-meta", clip: true } as const]
            : []),
          {
            key: "changes",
            label: "Changes",
            card: "c-meta",
            long: true,
            wide: 2,
            show: (row) => <ChangeSummary action={row.action} changes={row.changes} />,
          },
          { key: "ip", label: "Address", wide: 1, as: "code" },
        ]}
        empty={empty}
      >
        <LookedBack list={list} />
      </ListPage>
      <EntryDialog entry={list.entry} pageOf={pageOf} />
    </>
  );
}

/** How far a page of a log looked back for what is rare, and the way on. */
export function LookedBack({
  list,
}: {
  list: { lookedBackTo: number | null; page: { next: string | null } };
}) {
  const at = useLocation();
  const { lookedBackTo, page } = list;
  if (lookedBackTo === null || !page.next) return null;
  return (
    <Note tone="info">
      Looked back to <TimeText at={lookedBackTo} />.{" "}
      <Link to={listUrl(at, { after: page.next })}>Continue to look further back</Link>
    </Note>
  );
}
