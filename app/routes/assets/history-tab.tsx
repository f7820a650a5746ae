import { Link, useLocation } from "react-router";
import { actionText, reasonText } from "#app/shared/activity-words.ts";
import { assetLabels } from "#app/shared/asset-labels.ts";
import type { Filter } from "#app/ui/list-filter.tsx";
import { NoResult } from "#app/ui/list-notes.tsx";
import { clearUrl, ListToolbar } from "#app/ui/list-toolbar.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { AgeText, TimeText } from "#app/ui/time.tsx";
import type { HistoryPage, HistoryRow } from "#worker/domain/assets/history-tab.ts";
import { type Names, useValueText } from "../records/change.tsx";
import { doorText } from "../records/words.ts";

/** What happened to a device, with each field before and after; filtered by field and by person. */
export function HistoryTab({ list }: { list: HistoryPage }) {
  const at = useLocation();
  const { filters } = list.query;
  const offered: Filter[] = [
    {
      key: "field",
      label: "Field",
      options: Object.entries(assetLabels).map(([value, label]) => ({ value, label })),
    },
    { key: "person", label: "Person", options: list.people },
  ];
  const narrowed = Object.keys(filters).length > 0;
  if (list.rows.length === 0 && !narrowed)
    return (
      <EmptyState
        title="Nothing has happened yet"
        text="Every change of this device is kept here."
      />
    );
  return (
    <>
      <ListToolbar title="History" query={list.query} filters={offered} />
      {list.rows.length === 0 && list.page.next === null ? (
        <NoResult
          title="Nothing to show here"
          text="No change of this device fits the filters."
          action={
            <Link className="btn" to={clearUrl(at, offered)} preventScrollReset>
              Clear filters
            </Link>
          }
        />
      ) : (
        <div className="table-wrap">
          <div className="panel-body">
            {list.rows.length === 0 ? (
              <p className="muted">
                None of these changes fits the filters. The next page looks further back.
              </p>
            ) : (
              <HistoryList rows={list.rows} names={list.names} />
            )}
          </div>
          <Pager page={list.page} size={list.query.size} />
        </div>
      )}
    </>
  );
}

type ListProps = {
  rows: HistoryRow[];
  /** The instant of the request: for the latest changes alone, with ages and without values. */
  now?: number;
  names?: Names;
};

/** What happened, and by whom. */
export function HistoryList({ rows, now, names = {} }: ListProps) {
  const isShort = now !== undefined;
  if (rows.length === 0) return <p className="muted">Nothing yet.</p>;
  return (
    <ol className="history">
      {rows.map((row) => (
        <li key={row.id}>
          <p>
            <b>{row.actorName}</b>{" "}
            {lowered(actionText(row, row.entityKind === "asset" ? "the " : ""))}{" "}
            {row.entityKind === "service_report" && (
              <Link className="code" to={`/asset/service-report/print/${row.entityId}`}>
                {row.entityLabel}
              </Link>
            )}
            {row.entityKind !== "service_report" && row.entityKind !== "asset" && row.entityLabel}{" "}
            <span className="muted">
              {now === undefined ? (
                <TimeText at={row.at} />
              ) : (
                <>
                  <AgeText at={row.at} now={now} /> ago
                </>
              )}
              {doorText(row) && `, ${doorText(row)}`}
            </span>
          </p>
          {row.reason && <p className="muted">{reasonText(row.reason)}</p>}
          {!isShort && row.changes.length > 0 && (
            <ul className="changes">
              {row.changes.map((change) => (
                <li key={change.field}>
                  <span className="muted">{change.label}</span>{" "}
                  <Value change={change} names={names} />
                </li>
              ))}
            </ul>
          )}
          {isShort && row.action.startsWith("update.") && row.changes.length > 0 && (
            <p className="muted">{row.changes.map(({ label }) => label).join(", ")}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

const lowered = (words: string) => `${words[0]!.toLowerCase()}${words.slice(1)}`;

type ValueProps = { change: HistoryRow["changes"][number]; names: Names };
function Value({ change: { field, from, to }, names }: ValueProps) {
  const valueText = useValueText(names);
  const text = (value: unknown) => valueText(field, value);
  const before = from === null || from === undefined ? null : text(from);
  return (
    <>
      {before && (
        <>
          <s>{before}</s> <span aria-hidden="true">→</span> <span className="sr-only">
            now
          </span>{" "}
        </>
      )}
      <span>{text(to)}</span>
    </>
  );
}
