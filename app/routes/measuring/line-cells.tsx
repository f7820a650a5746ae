import { memo } from "react";
import { flagWords } from "#app/shared/calibration/flag-words.ts";
import type { EvaluatedLine } from "#app/shared/measuring/evaluated.ts";
import { lineName } from "#app/shared/measuring/gates-of-lines.ts";
import { sideRead } from "#app/shared/measuring/lines.ts";
import { importedOn, type Side } from "#app/shared/measuring/measured.ts";
import { isTypedNumber } from "#app/shared/metrology/decimal.ts";
import { signed } from "#app/shared/metrology/measured.ts";
import { units } from "#app/shared/metrology/units.ts";
import { Icon } from "#app/ui/icon.tsx";
import { VerdictBadge } from "../procedures/figures.tsx";
import { importedLook } from "./imported-mark.ts";
import { ToleranceBar } from "./tolerance-bar.tsx";

const sideWords: Readonly<Record<Side, string>> = { indication: "device", reference: "standard" };

type Typing = (line: EvaluatedLine, side: Side, at: number, typed: string) => void;
type Props = {
  evaluated: EvaluatedLine;
  row: number;
  isAdjusted: boolean;
  bothSides: boolean;
  isOpen: boolean;
  onType: Typing;
  onOpen: (line: EvaluatedLine) => void;
};

/** What is wrong with a typed reading, as it is told beside it; null for a number and for nothing. */
export function readingProblem(typed: string): string | null {
  const text = typed.trim();
  if (text === "" || isTypedNumber(text)) return null;
  const point = text.replace(",", ".");
  return isTypedNumber(point)
    ? `a comma is not a decimal sign here. Write ${point}.`
    : "it is not a number.";
}

/** The readings of one side, each a field of the grid. */
function Readings({ evaluated, row, side, isAdjusted, bothSides, onType }: Props & { side: Side }) {
  const { typed, line, dataset } = evaluated;
  const name = lineName(evaluated, isAdjusted);
  const count = Math.max(line.point.readings, typed[side].length);
  const imported = importedOn(typed, side);
  return (
    <div className="m-reads">
      {bothSides && <span className="m-side-name">{sideWords[side]}</span>}
      {Array.from({ length: count }, (_, at) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the reading's name
          key={at}
          {...importedLook("input num", imported.includes(at))}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          aria-label={
            bothSides
              ? `${name}, ${sideWords[side]}, reading ${at + 1}`
              : `${name}, reading ${at + 1}`
          }
          aria-invalid={readingProblem(typed[side][at] ?? "") !== null || undefined}
          data-cell={`${dataset}.${side}.${row}.${at}`}
          value={typed[side][at] ?? ""}
          onChange={({ currentTarget }) => onType(evaluated, side, at, currentTarget.value)}
        />
      ))}
    </div>
  );
}

/** What is wrong with the readings of a line, a sentence each. */
function problemsOf({ typed, result }: EvaluatedLine): string[] {
  const wrong = (["indication", "reference"] as const).flatMap((side) =>
    typed[side].flatMap((reading, at) => {
      const problem = readingProblem(reading);
      return problem ? [`Reading ${at + 1}: ${problem}`] : [];
    }),
  );
  const implausible = result.reasons.flatMap(({ at, message }) =>
    message === "Outside what is plausible" && at !== null
      ? [`Reading ${at}: it lies outside of what is plausible.`]
      : [],
  );
  const [setup] = result.reasons.filter(({ side }) => side === null);
  const hasAny = [...typed.indication, ...typed.reference].some((one) => one.trim() !== "");
  return [...wrong, ...implausible, ...(setup && hasAny ? [`${setup.message}.`] : [])];
}

/** What came of a line: mean, error, U, where it lies, and the verdict. */
function Result({ evaluated, isAdjusted, isOpen, onOpen }: Props) {
  const { result, parameter } = evaluated;
  const { symbol } = units[parameter.unit];
  const isReference = sideRead(parameter) === "reference";
  const mean = isReference ? result.reference : result.indication;
  const told = result.value_reported ?? (mean && signed(mean));
  const flags = result.flags.filter((flag) => flag !== "rounded_up");
  return (
    <div className="m-res">
      <span className="r-y">
        <span className="k">Mean</span>
        <b>{told ? signed(told) : "–"}</b>
      </span>
      <span className="r-e">
        <span className="k">Error</span>
        {result.error_reported ? signed(result.error_reported) : "–"}
      </span>
      <span className="r-u">
        <span className="k">U</span>
        {result.u_reported ? (symbol ? `${result.u_reported} ${symbol}` : result.u_reported) : "–"}
        {flags.includes("cmc_applied") && (
          <abbr className="flag" title={flagWords.cmc_applied}>
            CMC
          </abbr>
        )}
      </span>
      <ToleranceBar result={result} isReference={isReference} />
      <span className="r-v">
        <VerdictBadge verdict={result.verdict} />
      </span>
      {result.budget.length > 0 && (
        <button
          className="btn btn-ghost btn-sm btn-icon"
          type="button"
          aria-label={`Why is this U? ${lineName(evaluated, isAdjusted)}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(evaluated)}
        >
          <Icon name={isOpen ? "up" : "down"} />
        </button>
      )}
    </div>
  );
}

const MOST_BESIDE = 3;
/** The readings of a line with what comes of them. It is drawn again only when it changes. */
export const LineCells = memo(function LineCells(props: Props) {
  const { evaluated, bothSides } = props;
  const read = sideRead(evaluated.parameter);
  const problems = problemsOf(evaluated);
  // Few readings stand beside their result, more above it.
  const isWide = bothSides || evaluated.line.point.readings > MOST_BESIDE;
  const shown: Side[] = bothSides ? ["indication", "reference"] : [read];
  return (
    <>
      <div className={isWide ? "m-wide" : "m-one"}>
        <div className="m-both">
          {shown.map((side) => (
            <Readings key={side} {...props} side={side} />
          ))}
        </div>
        <Result {...props} />
      </div>
      {problems.map((problem) => (
        <p className="error" key={problem}>
          <Icon name="alert" />
          {problem}
        </p>
      ))}
    </>
  );
});
