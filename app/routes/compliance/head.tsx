import { type Risk, risks, type Tally } from "#app/shared/compliance.ts";
import { numberText } from "#app/shared/numbers.ts";
import { useFormat } from "#app/ui/format.ts";
import { Readout } from "#app/ui/page.tsx";
import type { MonthTally } from "#worker/domain/compliance/figures.ts";

/** "92.3 %", or n/a where nothing was due. */
export const percentText = (percent: number | null, locale: string) =>
  percent === null ? "n/a" : `${numberText(percent, locale)} %`;

const stateWords = {
  open: "so far",
  closed: "closed, some windows still open",
  settled: "settled",
} as const;

/** A month's compliance: of all, and of each risk. */
export function ComplianceHead({ month }: { month: MonthTally }) {
  const { locale } = useFormat();
  const figure = (label: string, tally: Tally, to?: string) => ({
    label,
    value: percentText(tally.percent, locale),
    note: tally.due
      ? `${numberText(tally.onTime, locale)} of ${numberText(tally.due, locale)} on time`
      : "nothing due",
    ...(to ? { to } : {}),
  });
  return (
    <>
      <Readout
        label="Compliance of the month"
        figures={[
          figure(`All, ${stateWords[month.state]}`, month),
          ...(Object.keys(risks) as Risk[]).map((risk) =>
            figure(risks[risk].label, month.risks[risk]),
          ),
        ]}
      />
      <details className="compare-more">
        <summary>How is this computed?</summary>
        <div className="stack">
          <p>
            Compliance is what was done on time, divided by what was due, for planned dates whose
            due date lies in the month. On time means done within the window of the date, both days
            included, by a report that existed when the month was settled.
          </p>
          <p>
            Each morning the dates of the day before are frozen with the Location, category, team
            and criticality that the device had then. A frozen date is never taken out. A date is
            excluded only when a person had put its schedule on hold, given it another date, ended
            its schedule or condemned its device before the day it was due; who, when and why is
            listed under Excluded. Deferrals and dates that could not be done stay in what was due.
          </p>
          <p>
            A date is settled on the morning after the end of its month or of its window, whichever
            is later. What is reported after that is shown as done late or not done and raises
            nothing; a report that is cancelled or moved out of the window lowers the month.
            Percentages are rounded down. Risks are told apart by criticality; others are medium and
            low.
          </p>
        </div>
      </details>
    </>
  );
}
