import { Link } from "react-router";
import { lineWords } from "#app/shared/flows/transfers.ts";
import { lineConditionWords } from "#app/shared/line-conditions.ts";
import { plural } from "#app/shared/plural.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import type { LineView } from "#worker/domain/transfers/read.ts";

const looks = {
  pending: { tone: "hold", icon: "clock" },
  accepted: { tone: "in-date", icon: "ok" },
  rejected: { tone: "overdue", icon: "cross" },
} as const;

/** The assets of a transfer: how each left, how it arrived, and what went along. */
export function LineTable({ lines, opensAssets }: { lines: LineView[]; opensAssets: boolean }) {
  const isBack = lines.some(({ conditionBack }) => conditionBack !== null);
  return (
    <Panel flush title={plural(lines.length, "{n} asset", "{n} assets")}>
      <DataTable
        label="Assets"
        rows={lines}
        sticky={false}
        columns={[
          {
            key: "code",
            label: "Code",
            card: "c-top",
            show: (line) =>
              opensAssets ? (
                <Link className="code" to={`/asset/detail/${line.assetId}`}>
                  {line.assetCode}
                </Link>
              ) : (
                <span className="code">{line.assetCode}</span>
              ),
          },
          { key: "name", label: "Asset", card: "c-name", field: "assetName", long: true },
          {
            key: "status",
            label: "Status",
            card: "c-state",
            keep: true,
            show: ({ status }) => (
              <Badge {...looks[status]} calm={status === "accepted"}>
                {lineWords[status]}
              </Badge>
            ),
          },
          {
            key: "out",
            label: "Left",
            card: "c-due",
            show: ({ conditionOut }) => lineConditionWords[conditionOut],
          },
          {
            key: "in",
            label: "Arrived",
            card: "c-due",
            show: ({ conditionIn, discrepancy, photoMediaId }) => (
              <>
                {conditionIn && lineConditionWords[conditionIn]}
                {conditionIn && discrepancy && ", "}
                {discrepancy && <span className="said">{discrepancy}</span>}
                {photoMediaId && (
                  <a href={`/media/${photoMediaId}`} target="_blank" rel="noreferrer">
                    {" "}
                    Photo
                  </a>
                )}
              </>
            ),
          },
          ...(isBack
            ? [
                {
                  key: "back",
                  label: "Came back",
                  card: "c-due" as const,
                  show: ({ conditionBack }: LineView) =>
                    conditionBack && lineConditionWords[conditionBack],
                },
              ]
            : []),
          {
            key: "along",
            label: "Goes along",
            card: "c-meta",
            long: true,
            show: ({ accessories }) => accessories.map(({ name }) => name).join(", "),
          },
        ]}
      />
    </Panel>
  );
}
