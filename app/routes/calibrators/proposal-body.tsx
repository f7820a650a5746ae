import {
  type Found,
  hasFigures,
  intervalWords,
  methods,
  withDates,
} from "#app/shared/calibration/intervals.ts";
import { intervalRules } from "#app/shared/flows/interval-proposals.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, DefinitionList, type Tone } from "#app/ui/page.tsx";
import { TimeText, useDates } from "#app/ui/time.tsx";
import type { findProposal } from "#worker/domain/calibrators/interval-list.ts";
import { FoundChart } from "./found-chart.tsx";
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
  const { date } = useDates();
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
          <li key={line}>{withDates(line, date)}</li>
        ))}
      </ol>
      <History found={history} />
    </>
  );
}

/** How a calibration was found, in words. */
const foundWords = (one: Found) =>
  hasFigures(one)
    ? one.inTolerance
      ? "in tolerance"
      : "out of tolerance"
    : one.inTolerance
      ? "in tolerance, without figures"
      : "out of tolerance, without figures";

/** What calibrations found, in per cent of the permissible error; those without figures are told beside the picture. */
function History({ found }: { found: readonly Found[] }) {
  const { date } = useDates();
  const told = found.filter((one) => !hasFigures(one));
  if (!found.length) return null;
  const isDrawn = told.length < found.length || told.some(({ inTolerance }) => !inTolerance);
  const each = found.map((one) => `${date(one.on)} ${foundWords(one)}`).join("; ");
  return (
    <div className="chart-panel">
      {isDrawn && (
        <>
          <p className="chart-say">
            {told.some(({ inTolerance }) => !inTolerance)
              ? "As found, in per cent of the permissible error. A cross is one found out of tolerance, of which no figure is known."
              : "As found, in per cent of the permissible error."}
          </p>
          <FoundChart found={found} label={`As found: ${each}`} />
        </>
      )}
      {told.length > 0 && (
        <ul className="plain-list" aria-label="Found, without figures">
          {told.map((one) => (
            <li key={one.on}>{`${date(one.on)}: found ${foundWords(one)}`}</li>
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
                <td>{one.inTolerance ? "in tolerance" : "out of tolerance"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
