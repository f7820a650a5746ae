import { pointName } from "#app/shared/calibration/point-name.ts";
import { parametersOf } from "#app/shared/measuring/evaluated.ts";
import type { Measured } from "#app/shared/measuring/measured.ts";
import type { ReportedLine } from "#app/shared/measuring/reported.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import { signed } from "#app/shared/metrology/measured.ts";
import { units } from "#app/shared/metrology/units.ts";
import { Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { limitsText, shortFigure, VerdictBadge } from "../procedures/figures.tsx";

const setWords = { as_found: "As found", as_left: "As left" } as const;

const figure = (text: string | null) => (text === null ? "–" : signed(text));

type Props = {
  set: { measured: Measured; results: ReportedLine[] | null };
  setup: Pick<MeasuringSetup, "content" | "device">;
  /** What is said while nothing is reported. */
  before: string;
};

/** What was reported of each line, once it was locked; a draft is looked at where it is measured. */
export function ResultTables({ set, setup, before }: Props) {
  if (!set.results) return <Note tone="info">{before}</Note>;
  const results = set.results;
  return (
    <>
      {parametersOf(setup).map(({ parameter, lines }) => {
        const { symbol } = units[parameter.unit];
        const own = lines.flatMap((line) =>
          results
            .filter((one) => one.line === line.key && one.value !== null)
            .map((result) => ({ line, result })),
        );
        if (own.length === 0) return null;
        const hasSets = set.measured.adjusted.includes(parameter.key);
        return (
          <Panel
            key={parameter.key}
            title={symbol ? `${parameter.name}, ${symbol}` : parameter.name}
            flush
          >
            <div className="pr-scroll">
              <table className="pr-results" aria-label={parameter.name}>
                <thead>
                  <tr>
                    <th scope="col">Point</th>
                    {hasSets && <th scope="col">Readings</th>}
                    <th scope="col" className="num">
                      Limits
                    </th>
                    <th scope="col" className="num">
                      Value
                    </th>
                    <th scope="col" className="num">
                      Error
                    </th>
                    <th scope="col" className="num">
                      U
                    </th>
                    <th scope="col" className="num">
                      k
                    </th>
                    <th scope="col">Verdict</th>
                  </tr>
                </thead>
                <tbody>
                  {own.map(({ line, result }) => (
                    <tr key={`${result.dataset} ${line.key}`}>
                      <th scope="row">
                        {pointName(
                          { nominal: line.nominal, pctOfRange: line.point.pctOfRange },
                          parameter.unit,
                          line.at,
                        )}
                      </th>
                      {hasSets && <td>{setWords[result.dataset]}</td>}
                      <td className="num" data-label="Limits">
                        {limitsText(result)}
                      </td>
                      <td className="num" data-label="Value">
                        {figure(result.value)}
                      </td>
                      <td className="num" data-label="Error">
                        {figure(result.error)}
                      </td>
                      <td className="num" data-label="U">
                        {figure(result.u)}
                      </td>
                      <td className="num" data-label="k">
                        {shortFigure(result.k, 3)}
                      </td>
                      <td>
                        <VerdictBadge verdict={result.verdict} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Panel>
        );
      })}
    </>
  );
}
