import { useState } from "react";
import { quantityText } from "#app/shared/quantity.ts";
import { type Counted, lineKey, quantityOf, summary } from "#app/shared/stock-count.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { Money } from "#app/ui/money.tsx";
import { Badge, Readout } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { useCount } from "./use-count.ts";
import { useBatchName } from "./words.tsx";

type Row = Counted & { key: string; more: number };

/** What was counted against what the books say, before it is posted. */
export function Differences({ count }: { count: ReturnType<typeof useCount> }) {
  const [asks, setAsks] = useState(false);
  const batchName = useBatchName();
  const { counted, different, value } = summary(count.draft);
  const waits = count.draft.sending !== undefined;
  if (!counted.length && !waits)
    return (
      <EmptyState
        title="Nothing counted yet"
        text="What you count is kept on this device until it is posted."
      />
    );
  const rows = different.map((line): Row & { id: string } => ({
    ...line,
    key: lineKey(line),
    more: quantityOf(line)! - line.booked,
  }));
  return (
    <>
      <Readout
        label="Count"
        figures={[
          { label: "Counted", value: counted.length },
          { label: "Different", value: different.length },
          { label: "Value of the difference", value: <Money minor={value} /> },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState
          title="No differences"
          text="Everything counted is as the books say. Post it, so that the count is on record."
        />
      ) : (
        <div className="table-wrap">
          <DataTable
            label="Differences"
            sticky={false}
            rows={rows.map((row) => ({ ...row, id: row.key }))}
            columns={[
              { key: "name", label: "Item", card: "c-name" },
              {
                key: "batch",
                label: "Batch",
                card: "c-meta",
                show: (row) => (row.batchNo || row.expiryOn) && batchName(row),
              },
              {
                key: "booked",
                label: "In the books",
                card: "c-due",
                numeric: true,
                show: (row) => quantityText(row.booked, row.unit),
              },
              {
                key: "counted",
                label: "Counted",
                card: "c-due",
                numeric: true,
                show: (row) => quantityText(quantityOf(row) ?? 0, row.unit),
              },
              {
                key: "more",
                label: "Difference",
                card: "c-state",
                show: (row) => <More by={row.more} />,
              },
              {
                key: "value",
                label: "Value",
                card: "c-due",
                numeric: true,
                show: (row) => <Money minor={row.more * row.rateMinor} />,
              },
            ]}
          />
        </div>
      )}
      <div className="count-foot">
        <button className="btn" type="button" disabled={count.isBusy} onClick={() => setAsks(true)}>
          Discard count
        </button>
        <button
          className="btn btn-primary"
          type="button"
          disabled={count.isBusy}
          aria-busy={count.isBusy || undefined}
          onClick={count.post}
        >
          {count.isBusy && <Icon name="spin" spin />}
          Post count
        </button>
      </div>
      <Dialog
        open={asks}
        title="Discard this count?"
        onClose={() => setAsks(false)}
        footer={
          <>
            <button className="btn" type="button" onClick={() => setAsks(false)}>
              Keep count
            </button>
            <button
              className="btn btn-danger"
              type="button"
              onClick={() => {
                count.clear();
                setAsks(false);
              }}
            >
              Discard count
            </button>
          </>
        }
      >
        <p>
          {counted.length} counted items on this device are forgotten. Nothing was posted of them.
        </p>
      </Dialog>
    </>
  );
}

const More = ({ by }: { by: number }) => (
  <Badge tone={by > 0 ? "info" : "amber"} icon={by > 0 ? "plus" : "minus"}>
    {by > 0 ? `${by} more` : `${-by} less`}
  </Badge>
);
