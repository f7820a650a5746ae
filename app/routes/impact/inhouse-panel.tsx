import { useLocation } from "react-router";
import { impactInhouseRules } from "#app/shared/flows/impact-reviews.ts";
import { outcomeWords } from "#app/shared/inhouse-words.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Column } from "#app/ui/list-page.tsx";
import { MenuEntry } from "#app/ui/menu-entry.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { RowMoves } from "#app/ui/moves.tsx";
import { Panel } from "#app/ui/page.tsx";
import { Step } from "#app/ui/pager.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { impactReviewPage } from "#worker/domain/impact/list.ts";
import { DecisionBadge, figureColumns } from "./columns.tsx";

type Review = Awaited<ReturnType<typeof impactReviewPage>>;
type Line = Review["inhouse"]["rows"][number];
type Props = Pick<Review, "inhouse" | "may"> & {
  /** Whether the review is still decided in, by this person. */
  decides: boolean;
  problem: Refused | undefined;
};

const columns: Column<Line>[] = [
  { key: "number", label: "Calibration", card: "c-top", as: "code", field: "inhouseNo" },
  {
    key: "device",
    label: "Device",
    card: "c-name",
    show: ({ assetCode, assetName }) => (
      <>
        <span className="code">{assetCode}</span> {assetName}
      </>
    ),
  },
  { key: "on", label: "Calibrated", card: "c-due", as: "day", field: "performedOn" },
  {
    key: "outcome",
    label: "Outcome",
    card: "c-due",
    show: ({ outcome }) => (outcome === null ? "–" : outcomeWords[outcome]),
  },
  // The outcome and the verdict say more than both ratios, which a narrow table leaves out.
  ...figureColumns<Line>().map((one) =>
    one.key === "ratios" ? { ...one, wide: 1 as const } : one,
  ),
  {
    key: "action",
    label: "Decision",
    card: "c-state",
    show: ({ action }) => (
      <DecisionBadge action={action}>{impactInhouseRules.states[action]}</DecisionBadge>
    ),
  },
];

/** Another page of this panel; the list of certificates stays where it is. */
function stepTo(at: { pathname: string; search: string }, way: string, cursor: string): string {
  const params = new URLSearchParams(at.search);
  for (const name of ["inhouse-after", "inhouse-before"]) params.delete(name);
  params.set(way, cursor);
  return `${at.pathname}?${params}`;
}

/** The in-house calibrations that rest on the standard: what the shift means for each, and whether its device is calibrated again. */
export function InhousePanel({ inhouse, may, decides, problem }: Props) {
  const { rows, page } = inhouse;
  const at = useLocation();
  const isPaged = page.previous !== null || page.next !== null;
  return (
    <Panel title="In-house calibrations" flush={rows.length > 0}>
      {rows.length === 0 ? (
        <EmptyState
          title="No in-house calibration rests on it"
          text="Nothing that was verified for work after its last good check was measured with it."
        />
      ) : (
        <div className="table-wrap">
          <DataTable<Line>
            label="In-house calibrations"
            sticky={false}
            rows={rows}
            columns={columns}
            rowName={(row) => row.inhouseNo}
            rowHref={
              may.view ? (row) => `/inhouse-calibration/${row.inhouseCalibrationId}` : undefined
            }
            rowActions={(row) => {
              const begins = may.calibrate && row.action === "recalibrate";
              if (!decides && !begins) return null;
              return (
                <RowMenu label={`Actions for ${row.inhouseNo}`}>
                  {begins && (
                    <MenuEntry
                      label="Begin calibration"
                      icon="plus"
                      no={null}
                      to={`/inhouse-calibration/create?from=${row.inhouseCalibrationId}`}
                    />
                  )}
                  {decides && <MoveEntries of={row} rules={impactInhouseRules} />}
                </RowMenu>
              );
            }}
          />
        </div>
      )}
      {isPaged && (
        <div className="pager">
          <nav className="end" aria-label="Pages of in-house calibrations">
            <Step to={page.previous && stepTo(at, "inhouse-before", page.previous)}>
              <Icon name="left" size="s" />
              Previous
            </Step>
            <Step to={page.next && stepTo(at, "inhouse-after", page.next)}>
              Next
              <Icon name="right" size="s" />
            </Step>
          </nav>
        </div>
      )}
      <RowMoves
        rows={rows}
        rules={impactInhouseRules}
        name={(row) => row.inhouseNo}
        intent={(move) => `inhouse-${move}`}
        hidden={(row) => ({ line: row.id })}
        problem={problem}
      />
    </Panel>
  );
}
