import { pointName } from "#app/shared/calibration/point-name.ts";
import type { Gap } from "#app/shared/calibration/procedure-gaps.ts";
import { type Draft, toleranceProblem } from "./editing.ts";

const TOLERANCE = /^parameters\.(\d+)\.points\.(\d+)\.tolerance$/;

/** Gaps as the editor tells them: a tolerance that was typed and cannot be read is not one that was not said. */
export const typedGaps = (gaps: readonly Gap[], { content }: Draft): Gap[] =>
  gaps.map((gap) => {
    const [, parameterAt, pointAt] = TOLERANCE.exec(gap.path) ?? [];
    const parameter = content.parameters[Number(parameterAt)];
    const point = parameter?.points[Number(pointAt)];
    const problem = point && toleranceProblem(point.tolerance);
    if (!parameter || !problem) return gap;
    const name = pointName(point, parameter.unit, Number(pointAt), parameter.name);
    const typed = point.tolerance.trim();
    return { ...gap, message: `“${typed}” is no tolerance at ${name}. ${problem}` };
  });
