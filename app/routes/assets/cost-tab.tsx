import { Link } from "react-router";
import { DataTable } from "#app/ui/data-table.tsx";
import type { Column } from "#app/ui/list-page.tsx";
import { Money } from "#app/ui/money.tsx";
import { Readout } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import type { CostTab as Costs, CostYear } from "#worker/domain/assets/cost-tab.ts";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { type Score, ScorePanel } from "../replacement/score-panel.tsx";
import { wordOf } from "./words.tsx";

type Row = CostYear & { id: string };
const columns: Column<Row>[] = [
  { key: "year", label: "Year", card: "c-name" },
  { key: "pm", label: "PM", keep: true, as: "money", show: (row) => row.pmMinor || null },
  {
    key: "other",
    label: "Other service",
    keep: true,
    as: "money",
    show: (row) => row.otherMinor || null,
  },
  {
    key: "parts",
    label: "Parts",
    card: "c-due",
    as: "money",
    show: (row) => row.partsMinor || null,
  },
  {
    key: "total",
    label: "Total Cost",
    card: "c-due",
    numeric: true,
    show: (row) => (
      <b>
        <Money minor={row.totalMinor || null} />
      </b>
    ),
  },
  {
    key: "sum",
    label: "Cumulative",
    card: "c-due",
    wide: 2,
    as: "money",
    field: "cumulativeMinor",
  },
  { key: "book", label: "Book value", card: "c-due", as: "money", field: "bookMinor" },
];

type Props = {
  costs: Costs & { score: Score | null };
  asset: AssetDetail["asset"];
  mayEdit: boolean;
};

/** What a device has cost by year and kind, and what it is worth in the books. */
export function CostTab({ costs, asset, mayEdit }: Props) {
  const { purchaseCostMinor, isCostEstimated, depMethod, usefulLifeMonths, depRateBp } = asset;
  const spent = costs.years[0]?.cumulativeMinor ?? 0;
  const share = purchaseCostMinor
    ? `${((spent / purchaseCostMinor) * 100).toFixed(1)} % of price`
    : null;
  const how =
    depMethod === "slm" && usefulLifeMonths
      ? `Straight line over ${usefulLifeMonths} months`
      : depMethod === "wdv" && depRateBp !== null
        ? `Written down ${depRateBp / 100} % a year`
        : wordOf(depMethod);
  return (
    <div className="stack">
      <Readout
        label="Cost"
        figures={[
          {
            label: isCostEstimated ? "Purchase cost, estimated" : "Purchase cost",
            value: <Money minor={purchaseCostMinor} />,
          },
          {
            label: "Spent on service and parts",
            value: <Money minor={spent} />,
            note: share,
          },
          {
            label: "Book value today",
            value: <Money minor={costs.bookMinor} />,
            note: how,
          },
        ]}
      />
      {costs.bookMinor === null && (
        <Note tone="info">
          The book value needs a purchase cost, a day of purchase or use, and a depreciation method
          with its life or rate.{" "}
          {mayEdit && (
            <Link to={`/asset/update/${asset.id}#finance`}>Complete the finance data</Link>
          )}
        </Note>
      )}
      {costs.score && <ScorePanel score={costs.score} />}
      <div className="table-wrap costs">
        <DataTable
          label="Cost by year"
          columns={columns}
          rows={costs.years.map((year) => ({ ...year, id: year.year }))}
          sticky={false}
        />
      </div>
    </div>
  );
}
