/** What only working a point out shows: a model without a value at zero, an uncertainty without a figure. */
import { evaluatePoint } from "../metrology/evaluate-point.ts";
import { exampleInput, firstFigures, firstReadings } from "./example-point.ts";
import type { Report } from "./gaps.ts";
import { pointName } from "./point-name.ts";
import type { ProcedureContent, ProcedureParameter, ProcedurePoint } from "./procedure-content.ts";

const isZero = ({ nominal }: ProcedurePoint) => nominal !== null && Number(nominal) === 0;

/** The points that behave unlike others: the first, those at zero, the first without a nominal value. */
function telling(points: readonly ProcedurePoint[]): number[] {
  const found = [
    points.findIndex((point) => !isZero(point)),
    points.findIndex(isZero),
    points.findIndex(({ nominal }) => nominal === null),
  ];
  return [...new Set(found.filter((at) => at >= 0))];
}

/** Works out the telling points of a parameter with example readings, and reports what stands in the way. */
export function trialProblems(
  parameter: ProcedureParameter,
  content: Pick<ProcedureContent, "coverage" | "rounding">,
  report: Report,
): void {
  const figures = firstFigures(parameter);
  for (const at of telling(parameter.points)) {
    const point = parameter.points[at]!;
    const readings = firstReadings(point, figures);
    const rule = { kind: "none" } as const;
    const result = evaluatePoint(
      exampleInput({ parameter, point, content, rule, figures, readings }),
    );
    const where = `${parameter.name}, ${pointName(point, parameter.unit, at)}`;
    const [reason] = result.reasons;
    if (reason) report(`points.${at}.nominal`, `${where}: ${reason.message}`);
    else if (Number(result.u_c) === 0)
      report("components", `${where}: its components come to no uncertainty`);
  }
}
