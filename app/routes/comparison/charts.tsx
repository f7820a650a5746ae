import { ChartPanel, Columns } from "#app/ui/charts/columns.tsx";
import { Money } from "#app/ui/money.tsx";
import type { Opened } from "./compare.tsx";
import { useFigures } from "./figure.tsx";

/** What each asset cost and how long it was down, as columns. */
export function ComparisonCharts({ opened: { devices, chart } }: { opened: Opened }) {
  const { plain } = useFigures();
  const each = devices.map((device, at) => ({ ...chart[at]!, label: device.assetCode }));
  const total = ({ partsMinor, labourMinor, contractMinor }: (typeof each)[number]) =>
    partsMinor + labourMinor + contractMinor;
  const dearest = each.reduce((most, one) => (total(one) > total(most) ? one : most));
  const known = each.filter(({ downMs }) => downMs !== null);
  const longest = known.reduce<(typeof each)[number] | null>(
    (most, one) => (most === null || one.downMs! > most.downMs! ? one : most),
    null,
  );
  return (
    <div className="cols home-charts">
      {total(dearest) > 0 && (
        <ChartPanel
          title="Cost of service"
          say={
            <>
              <b>{dearest.label}</b> cost most: <Money minor={total(dearest)} />. In each column
              parts, then labour, then contracts.
            </>
          }
          table={{
            of: "Asset",
            heads: ["Parts", "Labour", "Contracts"],
            rows: each.map(
              (one) =>
                [
                  one.label,
                  <Money key="parts" minor={one.partsMinor} />,
                  <Money key="labour" minor={one.labourMinor} />,
                  <Money key="contracts" minor={one.contractMinor} />,
                ] as const,
            ),
          }}
        >
          <Columns
            label="Cost of service by asset"
            bars={each.map((one) => ({
              label: one.label,
              parts: [
                { value: one.partsMinor, tone: "c1" as const },
                { value: one.labourMinor, tone: "c2" as const },
                { value: one.contractMinor, tone: "c3" as const },
              ],
              text: plain(total(one), "money"),
            }))}
          />
        </ChartPanel>
      )}
      {longest && longest.downMs! > 0 && (
        <ChartPanel
          title="Downtime"
          say={
            <>
              <b>{longest.label}</b> was down longest: {plain(longest.downMs!, "hours")}.
            </>
          }
          table={{
            of: "Asset",
            heads: ["Downtime"],
            rows: each.map(
              ({ label, downMs }) =>
                [label, downMs === null ? "n/a" : plain(downMs, "hours")] as const,
            ),
          }}
        >
          <Columns
            label="Downtime by asset"
            bars={each.map(({ label, downMs }) => ({
              label,
              parts: [{ value: downMs ?? 0, tone: "cb" as const }],
              text: plain(downMs ?? 0, "hours"),
            }))}
          />
        </ChartPanel>
      )}
    </div>
  );
}
