import { Link, useLocation } from "react-router";
import type { Filter } from "#app/ui/list-filter.tsx";
import { clearUrl, ListToolbar } from "#app/ui/list-toolbar.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { EmptyState, NoResult } from "#app/ui/states.tsx";
import { AgeText, TimeText } from "#app/ui/time.tsx";
import type { HistoryPage, HistoryRow } from "#worker/domain/assets/history-tab.ts";
import { isId, useValueText } from "../records/change.tsx";
import { fieldText } from "../records/words.ts";
import { assetLabels } from "./labels.ts";

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
              <HistoryList rows={list.rows} />
            )}
          </div>
          <Pager page={list.page} size={list.query.size} />
        </div>
      )}
    </>
  );
}

const verbs: Record<string, string> = {
  "create.asset": "added the asset",
  "update.asset": "changed the asset",
  "delete.asset": "deleted the asset",
  "move.asset": "moved the asset",
  "commission.asset": "commissioned the asset",
  "standby.asset": "put the asset on standby",
  "resume.asset": "took the asset back into service",
  "condemn.asset": "condemned the asset",
  "reinstate.asset": "took the asset back to standby",
  "dispose.asset": "disposed of the asset",
  "condition.asset": "corrected the condition",
  "not_located.asset": "did not find the asset",
  "found.asset": "found the asset",
  "rotate_qr.asset": "made a new QR code",
  "add_document.asset": "added a document",
  "replace_document.asset": "replaced a document",
  "remove_document.asset": "deleted a document",
  "show_picture.asset": "changed the picture",
  "create.accessory": "added accessory",
  "update.accessory": "changed accessory",
  "replace.accessory": "replaced accessory",
  "archive.accessory": "archived accessory",
  "restore.accessory": "restored accessory",
  "delete.accessory": "deleted accessory",
  "acknowledge.breakdown": "acknowledged call",
  "resolve.breakdown": "resolved call",
  "close.breakdown": "closed call",
  "reopen.breakdown": "reopened call",
  "cancel.breakdown": "cancelled call",
  "close_condemned.breakdown": "closed call",
  "create.service_report": "saved service report",
  "cancel.service_report": "cancelled service report",
  "create.breakdown": "reported a problem by the label",
  "remark.breakdown": "added a remark to a call",
  "update.service_report": "changed service report",
};

type ListProps = {
  rows: HistoryRow[];
  /** The instant of the request: for the latest changes alone, with ages and without values. */
  now?: number;
};

/** What happened, and by whom. */
export function HistoryList({ rows, now }: ListProps) {
  const isShort = now !== undefined;
  if (rows.length === 0) return <p className="muted">Nothing yet.</p>;
  return (
    <ol className="history">
      {rows.map((row) => (
        <li key={row.id}>
          <p>
            <b>{row.actorName}</b>{" "}
            {verbs[row.action] ?? row.action.replace(".", " ").replaceAll("_", " ")}{" "}
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
              {row.via !== "web" && `, by ${row.via === "api" ? "the API" : row.via}`}
            </span>
          </p>
          {row.reason && <p className="muted">{row.reason}</p>}
          {!isShort && row.changes.length > 0 && (
            <ul className="changes">
              {row.changes.filter(isReadable).map((change) => (
                <li key={change.field}>
                  <span className="muted">{fieldText(change.field)}</span> <Value change={change} />
                </li>
              ))}
            </ul>
          )}
          {isShort && row.action.startsWith("update.") && row.changes.length > 0 && (
            <p className="muted">
              {row.changes.map((change) => fieldText(change.field)).join(", ")}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A record that is named by its id alone tells people nothing. */
const isReadable = ({ from, to }: HistoryRow["changes"][number]) => !isId(from) && !isId(to);

function Value({ change: { field, from, to } }: { change: HistoryRow["changes"][number] }) {
  const valueText = useValueText();
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
