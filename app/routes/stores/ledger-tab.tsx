import type { ListResult } from "#app/shared/list.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import type { MovementRow } from "#worker/domain/stock/ledger.ts";
import { movementColumns } from "./movement-columns.tsx";
import { movements } from "./words.tsx";

type Props = {
  list: ListResult<MovementRow>;
  item: { id: string; hasBatches: boolean; hasExpiry: boolean };
  may: { reports: boolean; export: boolean };
};
const since = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
  { value: "365", label: "Last 365 days" },
];
const kinds = Object.entries(movements).map(([value, label]) => ({ value, label }));

/** Every quantity that came or went. */
export const LedgerTab = ({ list, item, may }: Props) => (
  <ListPage
    title="Ledger"
    head={false}
    result={list}
    filters={[
      { key: "kind", label: "Movement", options: kinds },
      { key: "since", label: "Time", options: since },
    ]}
    {...(may.export ? { exportHref: `/stocks/ledger/${item.id}/movements.csv` } : {})}
    empty={{
      title: "No movements yet",
      text: "Every quantity that comes or goes is written here and stays.",
    }}
    columns={movementColumns(may.reports, item.hasBatches || item.hasExpiry)}
  />
);
