import { addDays } from "#app/shared/company-time.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Badge } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { BatchThere } from "#worker/domain/stock/history.ts";

/** What is there by batch, in the order it is to be used. */
export function BatchesTab({
  batches,
  today,
  unit,
}: {
  batches: BatchThere[];
  today: string;
  unit: string;
}) {
  if (!batches.length)
    return (
      <EmptyState title="No batch in stock" text="Receive a quantity with its batch and expiry." />
    );
  return (
    <div className="table-wrap">
      <DataTable
        label="Batches"
        sticky={false}
        rows={batches}
        columns={[
          {
            key: "batch",
            label: "Batch",
            card: "c-name",
            show: (row) => <span className="code">{row.batchNo || "No batch number"}</span>,
          },
          { key: "expiry", label: "Expiry", card: "c-meta", as: "day", field: "expiryOn" },
          {
            key: "quantity",
            label: "Quantity",
            card: "c-due",
            numeric: true,
            show: (row) => `${row.quantity} ${unit}`,
          },
          {
            key: "state",
            label: "State",
            card: "c-state",
            show: (row) => <ExpiryBadge on={row.expiryOn} today={today} />,
          },
        ]}
      />
    </div>
  );
}

function ExpiryBadge({ on, today }: { on: string; today: string }) {
  if (!on) return null;
  const [tone, icon, word] =
    on < today
      ? (["overdue", "clock", "Expired"] as const)
      : on <= addDays(today, SOON_DAYS)
        ? (["amber", "clock", "Expires soon"] as const)
        : (["in-date", "ok", "In date"] as const);
  return (
    <Badge tone={tone} icon={icon} calm={tone === "in-date"}>
      {word}
    </Badge>
  );
}
