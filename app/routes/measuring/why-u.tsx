import type { ReactNode } from "react";
import { flagWords } from "#app/shared/calibration/flag-words.ts";
import {
  type DistributionWord,
  distributionWords,
} from "#app/shared/calibration/procedure-words.ts";
import { budgetCsv } from "#app/shared/measuring/budget-csv.ts";
import type { EvaluatedLine } from "#app/shared/measuring/evaluated.ts";
import { lineName } from "#app/shared/measuring/gates-of-lines.ts";
import { signed, withSymbol } from "#app/shared/metrology/measured.ts";
import { units } from "#app/shared/metrology/units.ts";
import { handOver } from "#app/ui/hand-over.ts";
import { Icon } from "#app/ui/icon.tsx";
import { shortFigure, verdictText } from "../procedures/figures.tsx";

const percent = (share: string) => `${(Number(share) * 100).toFixed(2)} %`;

/** A step from the components to the verdict: what it is, how it is reckoned, and what it comes to. */
const Step = ({
  name,
  how,
  is,
  isSum,
}: {
  name: string;
  how: ReactNode;
  is: string;
  isSum?: boolean;
}) => (
  <div className={isSum ? "sum" : undefined}>
    <dt>{name}</dt>
    <dd>
      <span className="fx">{how}</span>
      <b>{is}</b>
    </dd>
  </div>
);

/** The verdict's comparison with the limits, in figures. */
function comparison({ result }: EvaluatedLine, y: string): string {
  const { lower, upper, accept_lower: from, accept_upper: to } = result;
  const low = from ?? lower;
  const high = to ?? upper;
  const [least, most] = [low && shortFigure(low, 6), high && shortFigure(high, 6)];
  const value = shortFigure(y, 7);
  if (least && most) return `${least} ≤ ${value} ≤ ${most}`;
  if (most) return `${value} ≤ ${most}`;
  return least ? `${least} ≤ ${value}` : "nothing is judged";
}

function Chain({ evaluated, symbol }: { evaluated: EvaluatedLine; symbol: string }) {
  const { result, rule, parameter, input } = evaluated;
  const withUnit = (text: string | null, digits = 5) =>
    text === null ? "–" : withSymbol(shortFigure(text, digits), symbol);
  const isReference = parameter.setting === "set_duc_read_std";
  const y = (isReference ? result.reference : result.indication) ?? "–";
  const p = result.p === null ? "" : `${shortFigure(String(Number(result.p) * 100), 4)} %`;
  const covers = {
    k: "k as the procedure says",
    p: "k = t(p; ν)",
    rectangular: "k of one dominant rectangular term",
    trapezoidal: "k of two dominant rectangular terms",
  };
  return (
    <dl className="chain">
      <Step name="Combined" how="√Σ(cᵢuᵢ)²" is={withUnit(result.u_c)} />
      <Step
        name="Degrees of freedom"
        how="u⁴ / Σ((cᵢuᵢ)⁴/νᵢ)"
        is={result.nu_eff === null ? "∞" : shortFigure(result.nu_eff, 5)}
      />
      <Step
        name={p ? `Coverage, ${p}` : "Coverage"}
        how={covers[result.coverage ?? "k"]}
        is={shortFigure(result.k, 4)}
      />
      <Step name="Expanded" how="U = k·u" is={withUnit(result.u_raw)} />
      {input.cmc && (
        <Step
          name="CMC floor"
          how={withUnit(result.cmc)}
          is={result.flags.includes("cmc_applied") ? "applied" : "below U, not applied"}
        />
      )}
      <Step
        isSum
        name="Reported"
        how="U to its digits, the value to U's last place"
        is={`(${signed(result.value_reported ?? "–")} ± ${result.u_reported ?? "–"}) ${symbol}`.trim()}
      />
      {rule && rule.kind !== "none" && (
        <Step
          name={`Guard band, ${rule.name}`}
          how={result.tur === null ? "w" : `TUR = ${shortFigure(result.tur, 3)}`}
          is={`w = ${withUnit(result.guard)}`}
        />
      )}
      <Step
        name="Verdict"
        how={comparison(evaluated, y)}
        is={
          result.pc === null
            ? verdictText(result.verdict)
            : `${verdictText(result.verdict)}, risk ${shortFigure(String((1 - Number(result.pc)) * 100), 2)} %`
        }
      />
    </dl>
  );
}

type Props = { evaluated: EvaluatedLine; isAdjusted: boolean; onClose: () => void };

/** Where U of a line comes from: its components with their shares, and each step to the verdict. */
export function WhyU({ evaluated, isAdjusted, onClose }: Props) {
  const { result, parameter } = evaluated;
  const { symbol } = units[parameter.unit];
  return (
    <section className="why" aria-label="Why is this U?">
      <header>
        <h3>Why is this U?</h3>
        <span className="muted">{lineName(evaluated, isAdjusted)}</span>
        <span className="end">
          <button
            className="btn btn-ghost btn-sm"
            type="button"
            onClick={() =>
              handOver(
                new Blob([budgetCsv(evaluated)], { type: "text/csv;charset=utf-8" }),
                `budget-${evaluated.line.key}.csv`,
              )
            }
          >
            <Icon name="dl" />
            CSV
          </button>
          <button
            className="btn btn-ghost btn-sm btn-icon"
            type="button"
            aria-label="Close budget"
            onClick={onClose}
          >
            <Icon name="x" />
          </button>
        </span>
      </header>
      <table className="budget">
        <thead>
          <tr>
            <th scope="col">Component</th>
            <th scope="col">Distribution</th>
            <th scope="col" className="num">
              u
            </th>
            <th scope="col" className="num">
              c
            </th>
            <th scope="col" className="num">
              ν
            </th>
            <th scope="col" className="num">
              Share of variance
            </th>
          </tr>
        </thead>
        <tbody>
          {result.budget.map((line) => (
            <tr key={line.symbol}>
              <td className="b-n">
                <b>{line.name}</b>
                <small>{line.symbol}</small>
              </td>
              <td data-label="Distribution">
                {distributionWords[line.distribution as DistributionWord] ?? line.distribution}
              </td>
              <td className="num" data-label="u">
                {withSymbol(shortFigure(line.u), symbol)}
              </td>
              <td className="num" data-label="c">
                {shortFigure(line.sensitivity, 3)}
              </td>
              <td className="num" data-label="ν">
                {line.dof === null ? "∞" : shortFigure(line.dof, 3)}
              </td>
              <td className="num b-s" data-label="Share">
                <svg
                  className="share"
                  aria-hidden="true"
                  viewBox="0 0 100 8"
                  preserveAspectRatio="none"
                >
                  <rect className="c2" width="100" height="8" />
                  <rect className="c1" width={Number(line.share) * 100} height="8" />
                </svg>
                <span>{percent(line.share)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Chain evaluated={evaluated} symbol={symbol} />
      {result.flags.length > 0 && (
        <ul className="why-flags">
          {result.flags.map((flag) => (
            <li key={flag}>{flagWords[flag]}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
