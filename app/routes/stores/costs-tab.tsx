import { amount } from "#app/shared/money-text.ts";
import { plural } from "#app/shared/plural.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { useFormat } from "#app/ui/format.ts";
import { Money } from "#app/ui/money.tsx";
import { Panel, Readout } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { Cost } from "#worker/domain/stock/history.ts";

/** What an item cost each time it was received: the last, the average by quantity, and how it went. */
export function CostsTab({ costs }: { costs: Cost[] }) {
  const [last] = costs;
  if (!last)
    return (
      <EmptyState title="Not received yet" text="The unit cost of each receipt is listed here." />
    );
  const quantity = costs.reduce((sum, { qty }) => sum + qty, 0);
  const average = Math.round(
    costs.reduce((sum, { qty, unitCostMinor }) => sum + qty * unitCostMinor, 0) / quantity,
  );
  const all = costs.map(({ unitCostMinor }) => unitCostMinor);
  const of = plural(costs.length, "Of one receipt", "Of the last {n} receipts");
  return (
    <>
      <Readout
        label="Costs"
        figures={[
          { label: "Last cost", value: <Money minor={last.unitCostMinor} /> },
          { label: "Average cost", value: <Money minor={average} />, note: of },
          { label: "Lowest", value: <Money minor={Math.min(...all)} /> },
          { label: "Highest", value: <Money minor={Math.max(...all)} /> },
        ]}
      />
      {costs.length > 1 && (
        <Panel title="Unit cost over time">
          <Trend costs={[...all].reverse()} />
        </Panel>
      )}
      <div className="table-wrap">
        <DataTable
          label="Receipts"
          sticky={false}
          rows={costs.map((cost, at) => ({ ...cost, id: at }))}
          columns={[
            { key: "at", label: "Time", card: "c-top", as: "time" },
            { key: "party", label: "Vendor", card: "c-name", show: (row) => row.party ?? "–" },
            { key: "bill", label: "Bill no", card: "c-meta", as: "code", field: "billNo" },
            { key: "qty", label: "Quantity", keep: true, numeric: true },
            { key: "cost", label: "Unit cost", card: "c-due", as: "money", field: "unitCostMinor" },
          ]}
        />
      </div>
    </>
  );
}

const WIDTH = 600;
const HEIGHT = 80;

/** A line from the oldest cost to the newest; the table says the same in figures. */
function Trend({ costs }: { costs: number[] }) {
  const { locale } = useFormat();
  const [low, high] = [Math.min(...costs), Math.max(...costs)];
  const x = (at: number) => (at / (costs.length - 1)) * WIDTH;
  const y = (cost: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - ((cost - low) / (high - low)) * HEIGHT;
  const label = `From ${amount(costs[0]!, locale)} to ${amount(costs.at(-1)!, locale)} in ${costs.length} receipts`;
  return (
    <svg
      className="chart short"
      viewBox={`0 -8 ${WIDTH} ${HEIGHT + 16}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline className="l1" points={costs.map((cost, at) => `${x(at)},${y(cost)}`).join(" ")} />
    </svg>
  );
}
