import { Link } from "react-router";
import { useFormat } from "#app/ui/format.ts";
import { amount } from "#app/ui/money.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { AgeText, dateText, TimeText } from "#app/ui/time.tsx";
import type { HistoryRow } from "#worker/domain/assets/history-tab.ts";
import type { ListResult } from "#worker/domain/list.ts";
import { assetLabels } from "./labels.ts";
import { wordOf } from "./words.tsx";

/** What happened to a device, with what each field was before and is after. */
export function HistoryTab({ list }: { list: ListResult<HistoryRow> }) {
  if (list.rows.length === 0) return <EmptyState title="Nothing has happened yet" text="Every change of this device is kept here." />;
  return (
    <div className="table-wrap">
      <div className="panel-body">
        <HistoryList rows={list.rows} />
      </div>
      <Pager page={list.page} size={list.query.size} />
    </div>
  );
}

const verbs: Record<string, string> = {
  "create.asset": "added the asset",
  "update.asset": "changed the asset",
  "delete.asset": "deleted the asset",
  "move.asset": "moved the asset",
  "create.service_report": "saved service report",
  "update.service_report": "changed service report",
};

export function HistoryList({ rows, now, short = false }: { rows: HistoryRow[]; now?: number; short?: boolean }) {
  if (rows.length === 0) return <p className="muted">Nothing yet.</p>;
  return (
    <ol className="history">
      {rows.map((row) => (
        <li key={row.id}>
          <p>
            <b>{row.actorName}</b> {verbs[row.action] ?? row.action.replace(".", " ").replaceAll("_", " ")}{" "}
            {row.entityKind === "service_report" && (
              <Link className="code" to={`/asset/service-report/print/${row.entityId}`}>
                {row.entityLabel}
              </Link>
            )}{" "}
            <span className="muted">
              {now === undefined ? <TimeText at={row.at} /> : <AgeText at={row.at} now={now} />}
              {row.via !== "web" && `, by ${row.via === "api" ? "the API" : row.via}`}
            </span>
          </p>
          {row.reason && <p className="muted">{row.reason}</p>}
          {!short && row.changes.length > 0 && (
            <ul className="changes">
              {row.changes.map((change) => (
                <li key={change.field}>
                  <span className="muted">{nameOf(change.field)}</span> <Value change={change} />
                </li>
              ))}
            </ul>
          )}
          {short && row.action.startsWith("update.") && row.changes.length > 0 && (
            <p className="muted">{row.changes.map((change) => nameOf(change.field)).join(", ")}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

const nameOf = (field: string) =>
  assetLabels[field] ?? field.replace(/Minor$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function Value({ change: { field, from, to } }: { change: HistoryRow["changes"][number] }) {
  const { locale } = useFormat();
  const text = (value: unknown): string => {
    if (value === null || value === undefined || value === "") return "–";
    if (typeof value === "boolean") return value ? "Yes" : "No";
    if (field.endsWith("Minor") && typeof value === "number") return amount(value, locale);
    if (typeof value === "string") return wordOf(/^\d{4}-\d{2}-\d{2}$/.test(value) ? dateText(value) : value) ?? value;
    return typeof value === "object" ? JSON.stringify(value).slice(0, 200) : String(value);
  };
  const before = from === null || from === undefined ? null : text(from);
  return (
    <>
      {before && (
        <>
          <s>{before}</s> <span aria-hidden="true">→</span> <span className="sr-only">now</span>{" "}
        </>
      )}
      <span>{text(to)}</span>
    </>
  );
}
