/** What a version of a procedure lacks before it can be reviewed: pure, the same in the editor and on the server. */
import { typedNumber } from "../metrology/decimal.ts";
import { units } from "../metrology/units.ts";
import { componentGaps } from "./component-gaps.ts";
import { expressionProblem, type Gap, type Report } from "./gaps.ts";
import { type KnownRule, pointGaps } from "./point-gaps.ts";
import { pointName } from "./point-name.ts";
import { namesAt } from "./point-names.ts";
import { COVERAGE, type ProcedureContent, type ProcedureParameter } from "./procedure-content.ts";
import { roleName } from "./role-name.ts";
import { trialProblems } from "./trial.ts";

export type { Gap } from "./gaps.ts";
export type { KnownRule } from "./point-gaps.ts";

/** A version as far as it is reviewed. */
export type Reviewed = {
  methodReference: string;
  /** Null: as was agreed with the consumer. */
  decisionRuleId: string | null;
  content: ProcedureContent;
};

/** Standards that electrical checks need, which no parameter is compared with. */
const isForChecks = (role: string) => role.startsWith("electrical_safety");

/** Why what was typed is no coverage probability or factor; null where it is one. */
function coverageProblem(coverage: ProcedureContent["coverage"]): string | null {
  const { label, most, usual } = COVERAGE[coverage.mode];
  const figure = typedNumber(coverage.mode === "p" ? coverage.p : coverage.k);
  if (!figure) return `${label} must be a number such as ${usual}`;
  return figure.gt(0) && figure.lte(most) ? null : `${label} must be above 0 and at most ${most}`;
}

function headGaps({ methodReference, content }: Reviewed, report: Report) {
  if (methodReference.trim() === "") report("methodReference", "Say the reference of the method");
  const { parameters, checks, environment, roles, safety, coverage } = content;
  const wrong = coverageProblem(coverage);
  if (wrong) report(`coverage.${coverage.mode}`, wrong);
  if (parameters.length === 0 && checks.length === 0)
    report("parameters", "Add what is measured, or a check");
  for (const [at, { quantity, lo, hi }] of environment.entries())
    if (typedNumber(lo)?.gt(typedNumber(hi) ?? lo))
      report(`environment.${at}.lo`, `The lowest ${quantity} is above the highest`);
  const compared = new Set(parameters.map(({ role }) => role));
  const electrical = checks.some(({ group }) => group === "electrical");
  for (const [at, { role }] of roles.entries())
    if (!compared.has(role) && !(electrical && isForChecks(role)))
      report(`roles.${at}.role`, `Nothing is compared with ${roleName(role)}`);
  if (electrical && !safety) report("safety", "Say which standard the electrical checks follow");
  if (safety && /60601-1\b(?!-)/.test(safety.standard) && !safety.edition)
    report("safety.edition", "The limits of IEC 60601-1 differ by edition: say which one");
  for (const [at, { group, quantity, name }] of checks.entries())
    if (group === "electrical" && !quantity)
      report(`checks.${at}.quantity`, `Say what is looked up among the limits for ${name}`);
}

function parameterGaps(
  parameter: ProcedureParameter,
  { content, decisionRuleId }: Reviewed,
  rules: ReadonlyMap<string, KnownRule>,
  report: Report,
) {
  const { name, quantity, unit, role, model, points, components } = parameter;
  if (units[unit].quantity !== quantity)
    report("unit", `${units[unit].symbol || unit} is no unit of ${quantity}`);
  if (role === null) report("role", `Say which standard ${name} is compared with`);
  else if (!content.roles.some((one) => one.role === role))
    report("role", `${roleName(role)} is not among the standards of the procedure`);
  if (/_down/.test(parameter.sequence) && points.length < 2)
    report("sequence", `Up and down needs two points or more in ${name}`);
  const hasNominal = points.every(({ nominal, pctOfRange }) => nominal ?? pctOfRange);
  const names = namesAt(hasNominal);
  const wrong = model && expressionProblem(model, [...names, ...components.map((c) => c.symbol)]);
  if (wrong) report("model", `Model of ${name}: ${wrong}`);
  const versionRule = decisionRuleId === null ? null : (rules.get(decisionRuleId) ?? null);
  pointGaps(parameter, rules, versionRule, (at, message) => report(joined("points", at), message));
  componentGaps(parameter, names, (at, message) => report(joined("components", at), message));
}

const joined = (list: string, at: string) => (at === "" ? list : `${list}.${at}`);

/**
 * Lists what is missing or wrong in a version, in the order in which it is read; an empty list may be submitted.
 * @param rules the decision rules of the company
 */
export function procedureGaps(version: Reviewed, rules: readonly KnownRule[]): Gap[] {
  const gaps: Gap[] = [];
  const report: Report = (path, message) => void gaps.push({ path, message });
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  headGaps(version, report);
  if (version.decisionRuleId !== null && !known.has(version.decisionRuleId))
    report("decisionRuleId", "This decision rule is not available");
  for (const [at, parameter] of version.content.parameters.entries()) {
    const before = gaps.length;
    parameterGaps(parameter, version, known, (path, message) =>
      report(`parameters.${at}.${path}`, message),
    );
    // What is not set up right cannot be tried.
    if (gaps.length === before && !coverageProblem(version.content.coverage))
      trialProblems(parameter, version.content, (path, message) =>
        report(`parameters.${at}.${path}`, message),
      );
    for (const [place, point] of parameter.points.entries())
      if (point.verify)
        gaps.push({
          path: `parameters.${at}.points.${place}.verify`,
          message: `${parameter.name}, ${pointName(point, parameter.unit, place)}: compare the figure with your own copy of its source, then confirm it`,
          isToVerify: true,
        });
  }
  return gaps;
}
