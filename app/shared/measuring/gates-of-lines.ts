/** What must hold of the lines and checks of a record before it is signed. */
import { toDouble, typedNumber } from "../metrology/decimal.ts";
import { signed } from "../metrology/measured.ts";
import { units } from "../metrology/units.ts";
import { plural } from "../plural.ts";
import { type EvaluatedLine, hasReadings } from "./evaluated.ts";
import { at, type GateInput, type GateProblem, inHead } from "./gate-types.ts";

/** A line as a problem names it: "Delivered energy, 200 J, as left". */
export function lineName(
  { parameter, line, dataset }: Pick<EvaluatedLine, "parameter" | "line" | "dataset">,
  adjusted: boolean,
): string {
  const { symbol } = units[parameter.unit];
  const point = line.nominal
    ? `${signed(line.nominal)}${symbol && ` ${symbol}`}`
    : `point ${line.at + 1}`;
  const run = line.direction ? `, ${line.direction}` : "";
  const set = adjusted ? (dataset === "as_found" ? ", as found" : ", as left") : "";
  return `${parameter.name}, ${point}${run}${set}`;
}
/** Where a line stands on the page. */
export const anchorOf = ({ line, dataset }: Pick<EvaluatedLine, "line" | "dataset">) =>
  `${dataset}-${line.key}`;

const isAdjusted = ({ measured }: GateInput, line: EvaluatedLine) =>
  measured.adjusted.includes(line.parameter.key);
const measuredLines = ({ lines }: GateInput) =>
  lines.filter(({ typed, notMeasured }) => notMeasured === null && hasReadings(typed));

/** Each line of which something is said, with the place where it stands. */
const ofLines = (
  input: GateInput,
  lines: readonly EvaluatedLine[],
  say: (line: EvaluatedLine) => string | null,
): GateProblem[] =>
  lines.flatMap((line) => {
    const says = say(line);
    return says ? [at(anchorOf(line))(`${lineName(line, isAdjusted(input, line))}: ${says}`)] : [];
  });

export const inRange = (input: GateInput): GateProblem[] =>
  ofLines(input, measuredLines(input), ({ standard, input: { components } }) => {
    if ("problem" in standard)
      return components.some(({ value }) => value.includes("range.")) ? standard.problem : null;
    return standard.isBeyond ? "it lies outside of what the standard is calibrated for" : null;
  });

/** What the readings of a line lack; null when nothing. */
function lacks({ result, line, notMeasured, typed }: EvaluatedLine): string | null {
  if (notMeasured !== null) return null;
  if (!hasReadings(typed)) return line.point.mandatory ? "no reading" : null;
  if (result.verdict !== "invalid") return null;
  const ofReadings = result.reasons.filter(({ side }) => side !== null);
  const missing = ofReadings.filter(({ message }) => message === "A reading is missing").length;
  const [wrong] = ofReadings.filter(({ message }) => message !== "A reading is missing");
  if (wrong) return `reading ${wrong.at}: ${wrong.message.toLowerCase()}`;
  return missing > 0 ? plural(missing, "1 reading is missing", "{n} readings are missing") : null;
}

export function complete(input: GateInput): GateProblem[] {
  const { lines, checks, head, measured } = input;
  const asks = (line: EvaluatedLine) =>
    line.dataset === "as_left" || !head.asFoundMissing || !isAdjusted(input, line);
  const skipped = lines.filter(
    ({ line, notMeasured, dataset }) =>
      notMeasured !== null && line.point.mandatory && dataset === "as_found",
  );
  const isAdjustedAnywhere = head.adjustment !== "none";
  return [
    ...ofLines(input, lines.filter(asks), lacks),
    ...(head.deviations?.trim()
      ? []
      : ofLines(input, skipped, () => "say under deviations that it was not measured")),
    ...(isAdjustedAnywhere && measured.adjusted.length === 0
      ? [inHead("Choose which parameters were adjusted")]
      : []),
    ...(!isAdjustedAnywhere && measured.adjusted.length > 0
      ? [inHead("Say what was done: parameters are marked as adjusted")]
      : []),
    ...(lines.length > 0 && measuredLines(input).length === 0 && checks.length === 0
      ? [at("results")("Nothing is measured")]
      : []),
    ...checks.flatMap(({ check, problem, verdict }) =>
      verdict === "invalid"
        ? [at(`check-${check.key}`)(`${check.name}: ${problem?.toLowerCase()}`)]
        : [],
    ),
  ];
}

export const withUncertainty = (input: GateInput): GateProblem[] =>
  ofLines(input, measuredLines(input), ({ result }) => {
    if (result.verdict === "invalid") {
      const [reason] = result.reasons.filter(({ side }) => side === null);
      return reason ? reason.message : null;
    }
    return Number(result.u_c) > 0 ? null : "its components come to no uncertainty";
  });

export function ruleAgreed(input: GateInput): GateProblem[] {
  const { agreed, setup } = input;
  const unknown = ofLines(input, measuredLines(input), ({ line, rule }) =>
    line.point.decisionRuleId !== null && rule === null
      ? "the decision rule of this point is not known any more"
      : null,
  );
  if (unknown.length > 0) return unknown;
  const isJudged = measuredLines(input).some(({ rule }) => rule && rule.kind !== "none");
  if (!isJudged) return [];
  if (setup.ruleId !== null && !setup.rules.some(({ id }) => id === setup.ruleId))
    return [inHead("The decision rule is not known any more")];
  return agreed && !agreed.rule
    ? [inHead("No contract review and no rule of the consumer says how results are judged")]
    : [];
}

/** The least test uncertainty ratio that a line needs; null where none is asked for. */
const leastTur = ({ setup }: GateInput, { rule, parameter }: EvaluatedLine): number | null => {
  const role = setup.content.roles.find((one) => one.role === parameter.role);
  const least = [rule?.minTur, role?.minTur].flatMap((typed) => {
    const value = typedNumber(typed);
    return value ? [toDouble(value)] : [];
  });
  return least.length > 0 ? Math.max(...least) : null;
};
export const turReached = (input: GateInput): GateProblem[] =>
  ofLines(input, measuredLines(input), (line) => {
    const [least, { tur }] = [leastTur(input, line), line.result];
    if (least === null || tur === null || Number(tur) >= least) return null;
    return `its TUR is ${Number(tur).toFixed(1)}, at least ${least} is needed`;
  });

export function scopeMarked(input: GateInput): GateProblem[] {
  const { head } = input;
  if (!head.accredited)
    return head.schemeNo
      ? [inHead("A number of the accreditation scheme stands on an accredited certificate alone")]
      : [];
  const lines = measuredLines(input);
  return lines.length > 0 && !lines.some(({ inScope }) => inScope)
    ? [inHead("No line lies in the scope of accreditation")]
    : [];
}

export const unconfirmed = (input: GateInput): GateProblem[] => [
  ...ofLines(input, measuredLines(input), ({ line }) =>
    line.point.verify ? "the procedure's figure is not confirmed" : null,
  ),
  ...input.checks.flatMap(({ check, against }) =>
    against?.kind === "limit" && against.limit.verify
      ? [at(`check-${check.key}`)(`${check.name}: the limit is not confirmed`)]
      : [],
  ),
];
