/** What is different between two versions of a procedure, in words. */
import { toleranceWords } from "../metrology/tolerance-text.ts";
import { type UnitCode, units } from "../metrology/units.ts";
import { plural } from "../plural.ts";
import type {
  ProcedureComponent,
  ProcedureContent,
  ProcedureParameter,
  ProcedurePoint,
} from "./procedure-content.ts";
import {
  checkGroups,
  coverageText,
  type DistributionWord,
  distributionWords,
  roundingWords,
  sequenceWords,
  settingWords,
} from "./procedure-words.ts";
import { roleName } from "./role-name.ts";

/** One difference: where it is, and what it was and is; null where it was not or is no more. */
export type Difference = { where: string; from: string | null; to: string | null };

type Compared = { methodReference: string; ruleName: string | null; content: ProcedureContent };
type Facts = Record<string, string>;

/** The tolerance of a point, to be read. */
export const pointTolerance = (tolerance: ProcedurePoint["tolerance"], unit: UnitCode): string =>
  tolerance === null
    ? "not said"
    : tolerance === "from_machine"
      ? "as the machine says"
      : toleranceWords(tolerance, units[unit].symbol);

const symbolOf = (unit: UnitCode) => units[unit].symbol || "1";
const yesNo = (is: boolean) => (is ? "Yes" : "No");

const pointFacts = (point: ProcedurePoint, unit: UnitCode): Facts => ({
  tolerance: pointTolerance(point.tolerance, unit),
  readings: String(point.readings),
  mandatory: yesNo(point.mandatory),
  "decision rule": point.decisionRuleId === null ? "as the version" : "its own",
  conditions: point.conditions.map(({ name, value }) => `${name} ${value}`).join(", "),
  "to confirm": yesNo(point.verify),
});
const componentFacts = (one: ProcedureComponent): Facts => ({
  evaluation: one.evaluation,
  distribution: distributionWords[one.distribution as DistributionWord] ?? one.distribution,
  value: one.unit ? `${one.value} ${symbolOf(one.unit)}` : one.value,
  k: one.k ?? "",
  p: one.p ?? "",
  "top over base": one.beta ?? "",
  minus: one.minus ?? "",
  sensitivity: one.sensitivity ?? "",
  "degrees of freedom": one.dof ?? "",
  reliability: one.reliability_pct ?? "",
  pooled: one.pooled ? `s = ${one.pooled.s}, n = ${one.pooled.n}` : "",
  correlation: one.correlationGroup ? `${one.correlationGroup}, r = ${one.r ?? "–"}` : "",
});

/** Facts that differ, each under its name. */
function ofFacts(where: string, before: Facts, after: Facts): Difference[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [from, to] = [before[name] ?? "", after[name] ?? ""];
    return from === to ? [] : [{ where: `${where}: ${name}`, from, to }];
  });
}

/** What was added, taken out and changed of entries that their keys tell apart. */
function ofEntries<E>(
  before: readonly E[],
  after: readonly E[],
  keyOf: (entry: E) => string,
  nameOf: (entry: E) => string,
  changed: (from: E, to: E) => Difference[],
): Difference[] {
  const old = new Map(before.map((entry) => [keyOf(entry), entry]));
  const kept = new Set(after.map(keyOf));
  return [
    ...after.flatMap((entry) => {
      const was = old.get(keyOf(entry));
      return was
        ? changed(was, entry)
        : [{ where: nameOf(entry), from: null, to: "added" } satisfies Difference];
    }),
    ...before
      .filter((entry) => !kept.has(keyOf(entry)))
      .map((entry): Difference => ({ where: nameOf(entry), from: "taken out", to: null })),
  ];
}

const pointLabel = ({ nominal, pctOfRange }: ProcedurePoint, unit: UnitCode) =>
  nominal !== null
    ? `${nominal} ${symbolOf(unit)}`
    : pctOfRange !== null
      ? `${pctOfRange} % of range`
      : "one-sided point";

function ofParameter(before: ProcedureParameter, after: ProcedureParameter): Difference[] {
  const at = after.name;
  const facts = (one: ProcedureParameter): Facts => ({
    name: one.name,
    unit: symbolOf(one.unit),
    setting: settingWords[one.setting],
    standard: one.role ? roleName(one.role) : "",
    model: one.model ?? "indication - reference",
    sequence: sequenceWords[one.sequence],
  });
  return [
    ...ofFacts(at, facts(before), facts(after)),
    ...ofEntries(
      before.points,
      after.points,
      ({ key }) => key,
      (point) => `${at}, ${pointLabel(point, after.unit)}`,
      (from, to) => {
        const where = `${at}, ${pointLabel(to, after.unit)}`;
        const [was, is] = [pointLabel(from, before.unit), pointLabel(to, after.unit)];
        return ofFacts(
          where,
          { "nominal value": was, ...pointFacts(from, before.unit) },
          { "nominal value": is, ...pointFacts(to, after.unit) },
        );
      },
    ),
    ...ofEntries(
      before.components,
      after.components,
      ({ symbol }) => symbol,
      ({ name }) => `${at}, ${name}`,
      (from, to) => ofFacts(`${at}, ${to.name}`, componentFacts(from), componentFacts(to)),
    ),
  ];
}

const headFacts = ({ methodReference, ruleName, content }: Compared): Facts => ({
  Method: methodReference,
  "Decision rule": ruleName ?? "as agreed with the consumer",
  Scope: content.scope ?? "",
  Precautions: content.precautions ?? "",
  Preparation: content.preparation ?? "",
  "Warm-up": `${content.warmUpMinutes} min`,
  Acclimatisation: `${content.acclimatiseMinutes} min`,
  Coverage: coverageText(content.coverage),
  Rounding: `${plural(content.rounding.digits, "1 digit", "{n} digits")}, ${roundingWords[content.rounding.mode]}`,
  "As found": yesNo(content.asFoundRequired),
  "Electrical safety": content.safety
    ? [content.safety.standard, content.safety.edition, content.safety.method]
        .filter(Boolean)
        .join(" ")
    : "",
  Statements: content.statements.join("\n"),
});

/** Every difference between two versions, in the order in which a version is read. */
export function procedureDifferences(before: Compared, after: Compared): Difference[] {
  const [from, to] = [headFacts(before), headFacts(after)];
  const head = Object.keys(to).flatMap((name) =>
    from[name] === to[name] ? [] : [{ where: name, from: from[name]!, to: to[name]! }],
  );
  return [
    ...head,
    ...ofEntries(
      before.content.environment,
      after.content.environment,
      ({ quantity }) => quantity,
      ({ quantity }) => quantity,
      (a, b) =>
        ofFacts(
          b.quantity,
          { limits: `${a.lo} to ${a.hi} ${symbolOf(a.unit)}` },
          { limits: `${b.lo} to ${b.hi} ${symbolOf(b.unit)}` },
        ),
    ),
    ...ofEntries(
      before.content.roles,
      after.content.roles,
      ({ role }) => role,
      ({ role }) => `Standard ${roleName(role)}`,
      (a, b) =>
        ofFacts(
          `Standard ${roleName(b.role)}`,
          { count: String(a.count), "least TUR": a.minTur ?? "" },
          { count: String(b.count), "least TUR": b.minTur ?? "" },
        ),
    ),
    ...ofEntries(
      before.content.parameters,
      after.content.parameters,
      ({ key }) => key,
      ({ name }) => name,
      ofParameter,
    ),
    ...ofEntries(
      before.content.checks,
      after.content.checks,
      ({ key }) => key,
      ({ name }) => `Check ${name}`,
      (a, b) =>
        ofFacts(
          `Check ${b.name}`,
          {
            words: a.name,
            group: checkGroups[a.group],
            mandatory: yesNo(a.mandatory),
            quantity: a.quantity ?? "",
            condition: a.condition ?? "",
          },
          {
            words: b.name,
            group: checkGroups[b.group],
            mandatory: yesNo(b.mandatory),
            quantity: b.quantity ?? "",
            condition: b.condition ?? "",
          },
        ),
    ),
  ];
}
