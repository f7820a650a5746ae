import { pointName } from "#app/shared/calibration/point-name.ts";
import { engineRule } from "#app/shared/calibration/rule-limits.ts";
import {
  type ImpactPoint,
  type ImpactShift,
  impactOn,
  worstImpact,
} from "#app/shared/measuring/impact.ts";
import type { Setting } from "#app/shared/metrology/point.ts";
import { isUnit, type UnitCode } from "#app/shared/metrology/units.ts";
import type { decisionRules } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import type { Affected, AffectedVersion, Kept, VersionParameter } from "./affected.ts";

type Rule = Pick<Row<typeof decisionRules>, "id" | "kind" | "guardFactor" | "riskLimit">;
type Parameter = {
  name: string;
  unit: UnitCode;
  role: string | null;
  setting: Setting;
  points: Map<string, { name: string; ruleId: string | null }>;
};

/** The point that a line is a run of: `e50` of `e50.down`. */
const pointOf = (line: string) => line.replace(/\.(up|down)\d*$/, "");

function parametersIn({ parameters }: AffectedVersion): Map<string, Parameter> {
  const all = JSON.parse(parameters) as VersionParameter[];
  return new Map(
    all.flatMap(([key, name, unit, role, setting, points]) => {
      if (!isUnit(unit)) return [];
      const named = points.map(
        ([point, nominal, pctOfRange, ruleId], at) =>
          [
            point,
            { name: `${name}, ${pointName({ nominal, pctOfRange }, unit, at)}`, ruleId },
          ] as const,
      );
      const parameter = { name, unit, role, setting: setting as Setting, points: new Map(named) };
      return [[key, parameter] as const];
    }),
  );
}

/**
 * How records are weighed: the figures of the point that the shift means most for, none where no point of it lies in a range that shifted.
 * @param versions the procedures by which the records were measured
 */
export function weighing(
  versions: readonly AffectedVersion[],
  rules: readonly Rule[],
  shifts: readonly ImpactShift[],
) {
  const parameters = new Map(versions.map((one) => [one.id, parametersIn(one)]));
  const ruleOf = new Map(rules.map((rule) => [rule.id, engineRule(rule)]));
  return ({ decisionRuleId, versionId, roles: named, results: kept }: Affected) => {
    const roles = JSON.parse(named) as string[];
    const results = JSON.parse(kept ?? "[]") as Kept[];
    const points = results.flatMap(
      ([key, line, value, u, k, lower, upper, verdict]): ImpactPoint[] => {
        const parameter = parameters.get(versionId)?.get(key);
        if (!parameter || (parameter.role !== null && !roles.includes(parameter.role))) return [];
        const point = parameter.points.get(pointOf(line));
        const rule = ruleOf.get(point?.ruleId ?? decisionRuleId ?? "") ?? engineRule(null);
        const { unit, setting } = parameter;
        const figures = { value, u, k, lower, upper, verdict };
        return [{ name: point?.name ?? parameter.name, unit, setting, rule, ...figures }];
      },
    );
    return {
      isChanged: false,
      ...worstImpact(points.flatMap((point) => impactOn(point, shifts) ?? [])),
    };
  };
}
