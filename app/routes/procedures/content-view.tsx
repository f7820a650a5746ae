import { pointName } from "#app/shared/calibration/point-name.ts";
import type {
  ProcedureContent,
  ProcedureParameter,
} from "#app/shared/calibration/procedure-content.ts";
import { pointTolerance } from "#app/shared/calibration/procedure-differences.ts";
import {
  checkGroups,
  coverageText,
  type DistributionWord,
  distributionWords,
  roundingWords,
  sequenceWords,
  settingWords,
} from "#app/shared/calibration/procedure-words.ts";
import { roleName } from "#app/shared/calibration/role-name.ts";
import { methodWords } from "#app/shared/calibration/safety-words.ts";
import { measured, signed } from "#app/shared/metrology/measured.ts";
import { units } from "#app/shared/metrology/units.ts";
import { plural } from "#app/shared/plural.ts";
import { DefinitionList, Panel } from "#app/ui/page.tsx";
import type { OfferedRule } from "#worker/domain/procedures/rules.ts";

type RuleName = (id: string | null) => string | null;
export const ruleNames =
  (rules: readonly OfferedRule[]): RuleName =>
  (id) =>
    id === null ? null : (rules.find((rule) => rule.id === id)?.name ?? "A rule that was archived");

const said = (text: string | null) => text && <span className="said">{text}</span>;
const minutes = (count: number) => (count > 0 ? `${count} min` : "None");

/** One parameter: what is compared, at which points, with what uncertainty. */
function Parameter({ parameter, ruleName }: { parameter: ProcedureParameter; ruleName: RuleName }) {
  const { name, unit, points, components, model, role, setting, sequence } = parameter;
  const { symbol } = units[unit];
  return (
    <Panel title={name}>
      <div className="stack">
        <DefinitionList
          entries={[
            ["Standard", role && roleName(role)],
            ["How", settingWords[setting]],
            ["Order", sequenceWords[sequence]],
            ["Model", <code key="model">{model ?? "indication - reference"}</code>],
          ]}
        />
        <div className="pr-scroll">
          <table className="pr-results" aria-label={`Points of ${name}`}>
            <thead>
              <tr>
                <th scope="col">Point</th>
                <th scope="col">Tolerance</th>
                <th scope="col" className="num">
                  Readings
                </th>
                <th scope="col">Decision rule</th>
                <th scope="col">Conditions</th>
              </tr>
            </thead>
            <tbody>
              {points.map((point, at) => (
                <tr key={point.key}>
                  <td className="tn all">
                    {point.nominal === null && point.pctOfRange === null
                      ? `One-sided, ${symbol}`
                      : pointName(point, unit, at)}
                    {!point.mandatory && <span className="muted"> optional</span>}
                  </td>
                  <td className="code" data-label="Tolerance">
                    {pointTolerance(point.tolerance, unit)}
                  </td>
                  <td className="num" data-label="Readings">
                    {point.readings}
                  </td>
                  <td data-label="Decision rule">
                    {ruleName(point.decisionRuleId) ?? "As the version"}
                  </td>
                  <td data-label="Conditions">
                    {point.conditions.map((one) => `${one.name} ${one.value}`).join(", ") || "–"}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className="pr-scroll">
          <table className="pr-results" aria-label={`Uncertainty of ${name}`}>
            <thead>
              <tr>
                <th scope="col">Component</th>
                <th scope="col">Distribution</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              {components.map((one) => (
                <tr key={one.symbol}>
                  <td className="all">
                    {one.name} <span className="code muted">{one.symbol}</span>
                  </td>
                  <td data-label="Distribution">
                    {distributionWords[one.distribution as DistributionWord]}
                  </td>
                  <td className="code" data-label="Value">
                    {one.evaluation === "A" ? "readings" : one.value || "–"}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Panel>
  );
}

type Props = {
  version: {
    methodReference: string;
    decisionRuleId: string | null;
    content: ProcedureContent;
  };
  rules: readonly OfferedRule[];
};

/** What a version says, to be read and printed. */
export function ContentView({ version, rules }: Props) {
  const { content, methodReference, decisionRuleId } = version;
  const ruleName = ruleNames(rules);
  const { coverage, rounding, environment, roles, safety, checks, parameters } = content;
  return (
    <>
      <Panel title="Method">
        <DefinitionList
          entries={[
            ["Reference", methodReference],
            ["Decision rule", ruleName(decisionRuleId) ?? "As agreed with the consumer"],
            ["Coverage", coverageText(coverage)],
            [
              "Rounding",
              `${plural(rounding.digits, "U to 1 digit", "U to {n} digits")}, ${roundingWords[rounding.mode]}`,
            ],
            ["As found", content.asFoundRequired ? "Measured before adjustment" : "Not required"],
            ["Warm-up", minutes(content.warmUpMinutes)],
            ["Acclimatisation", minutes(content.acclimatiseMinutes)],
            [
              "Surroundings",
              environment.length > 0 && (
                <ul className="pr-lines" key="surroundings">
                  {environment.map(({ quantity, lo, hi, unit }) => (
                    <li key={quantity}>{`${quantity}: ${signed(lo)} to ${measured(hi, unit)}`}</li>
                  ))}
                </ul>
              ),
            ],
            [
              "Standards",
              roles.length > 0 && (
                <ul className="pr-lines" key="standards">
                  {roles.map(({ role, count, minTur }) => (
                    <li key={role}>
                      {`${count} × ${roleName(role)}`}
                      {minTur !== null && `, TUR at least ${minTur}`}
                    </li>
                  ))}
                </ul>
              ),
            ],
            [
              "Electrical safety",
              safety &&
                [safety.standard, safety.edition, methodWords[safety.method] ?? safety.method]
                  .filter(Boolean)
                  .join(", "),
            ],
            ["Scope", said(content.scope)],
            ["Precautions", said(content.precautions)],
            ["Preparation", said(content.preparation)],
            ["Statements", said(content.statements.join("\n") || null)],
          ]}
        />
      </Panel>
      {parameters.map((parameter) => (
        <Parameter key={parameter.key} {...{ parameter, ruleName }} />
      ))}
      {checks.length > 0 && (
        <Panel title="Checks">
          <ul className="pr-lines">
            {checks.map(({ key, name, group, mandatory }) => (
              <li key={key}>
                {name}{" "}
                <span className="muted">
                  {mandatory ? `(${checkGroups[group]})` : `(${checkGroups[group]}, optional)`}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
