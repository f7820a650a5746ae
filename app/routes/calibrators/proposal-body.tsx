import {
  type Found,
  hasFigures,
  intervalWords,
  methods,
} from "#app/shared/calibration/intervals.ts";
import { yearLabel } from "#app/shared/calibration/year-label.ts";
import { intervalRules } from "#app/shared/flows/interval-proposals.ts";
import { DriftChart } from "#app/ui/charts/drift.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, DefinitionList, type Tone } from "#app/ui/page.tsx";
import { dateText, TimeText, useDates } from "#app/ui/time.tsx";
import type { findProposal } from "#worker/domain/calibrators/interval-list.ts";
import "../../css/control-charts.css";

type Read = Awaited<ReturnType<typeof findProposal>>;
export type Proposal = Omit<Read, "about" | "decidedByName"> & Partial<Pick<Read, "decidedByName">>;
type Status = Proposal["status"];

const looks: Record<Status, { tone: Tone; icon: IconName; calm?: true }> = {
  open: { tone: "amber", icon: "clock" },
  accepted: { tone: "in-date", icon: "ok", calm: true },
  rejected: { tone: "hold", icon: "cross" },
};
export const ProposalBadge = ({ status }: { status: Status }) => (
  <Badge {...looks[status]}>{intervalRules.states[status]}</Badge>
);

type Intervals = Pick<Proposal, "currentValue" | "currentUnit" | "proposedValue" | "proposedUnit">;
export const currentText = ({ currentValue: value, currentUnit: unit }: Intervals) =>
  intervalWords({ value, unit });
export const proposedText = ({ proposedValue: value, proposedUnit: unit }: Intervals) =>
  intervalWords({ value, unit });

/** An interval that is proposed: how it was reckoned, from what, and what became of it. */
export function ProposalBody({ proposal }: { proposal: Proposal }) {
  const { method, arithmetic, history, reason, decidedAt, decidedByName, status } = proposal;
  return (
    <>
      <DefinitionList
        entries={[
          [status === "accepted" ? "Before" : "Now", currentText(proposal)],
          ["Proposed", <b key="proposed">{proposedText(proposal)}</b>],
          ["Method", methods[method]],
          ...(status === "open"
            ? []
            : ([
                ["Decided", <TimeText key="at" at={decidedAt} />],
                ["Decided by", decidedByName],
                ["Reason", reason],
              ] as [string, React.ReactNode][])),
        ]}
      />
      <ol className="cc-sums" aria-label="How it was reckoned">
        {arithmetic.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <History found={history} />
    </>
  );
}

const WHOLE = 100;
/** What calibrations found, in per cent of the permissible error; those without figures are told beside the picture. */
function History({ found }: { found: readonly Found[] }) {
  const { date } = useDates();
  const drawn = found.filter(hasFigures);
  const told = found.filter((one) => !hasFigures(one));
  if (!found.length) return null;
  const partOf = ({ error, limit }: Found) => (WHOLE * Number(error)) / Number(limit);
  const words = ({ inTolerance }: Found) => (inTolerance ? "in tolerance" : "out of tolerance");
  const each = found.map((one) => `${dateText(one.on)} ${words(one)}`).join("; ");
  return (
    <div className="chart-panel">
      {drawn.length > 0 && (
        <>
          <p className="chart-say">As found, in per cent of the permissible error.</p>
          <DriftChart
            label={`As found: ${each}`}
            points={drawn.map((one) => ({
              ...{ id: one.on, under: yearLabel(one.on, drawn), value: partOf(one), u: 0 },
            }))}
            band={null}
            limits={[-WHOLE, WHOLE]}
          />
        </>
      )}
      {told.length > 0 && (
        <ul className="plain-list" aria-label="Found, without figures">
          {told.map((one) => (
            <li key={one.on}>
              {one.inTolerance
                ? `${date(one.on)}: found in tolerance, without figures`
                : `${date(one.on)}: found out of tolerance, without figures`}
            </li>
          ))}
        </ul>
      )}
      <details className="chart-table">
        <summary aria-label="Table of what was found">Table</summary>
        <table className="table" aria-label="What was found">
          <thead>
            <tr>
              <th scope="col">Calibrated</th>
              <th scope="col" className="num">
                Error
              </th>
              <th scope="col" className="num">
                Permissible
              </th>
              <th scope="col">Found</th>
            </tr>
          </thead>
          <tbody>
            {found.map((one) => (
              <tr key={one.on}>
                <th scope="row">{date(one.on)}</th>
                <td className="num">{one.error || "–"}</td>
                <td className="num">{one.limit || "–"}</td>
                <td>{words(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
