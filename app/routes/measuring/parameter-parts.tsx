import { pointName } from "#app/shared/calibration/point-name.ts";
import { worstOf } from "#app/shared/measuring/conformity.ts";
import type { EvaluatedLine, EvaluatedParameter } from "#app/shared/measuring/evaluated.ts";
import type { Line } from "#app/shared/measuring/lines.ts";
import { signed } from "#app/shared/metrology/measured.ts";
import { units } from "#app/shared/metrology/units.ts";
import { plural } from "#app/shared/plural.ts";
import { Badge } from "#app/ui/page.tsx";

/** The limits of a line as people read them, from its result. */
export function limitsText({ result, parameter }: EvaluatedLine): string {
  const { lower, upper } = result;
  const { symbol } = units[parameter.unit];
  const unit = symbol && ` ${symbol}`;
  if (lower !== null && upper !== null) return `${signed(lower)} to ${signed(upper)}${unit}`;
  if (upper !== null) return `at most ${signed(upper)}${unit}`;
  return lower === null ? "" : `at least ${signed(lower)}${unit}`;
}

/** How a set of readings stands: how many fail, or that all pass. */
export function SetBadge({ lines, name }: { lines: readonly EvaluatedLine[]; name: string }) {
  const judged = lines.filter(({ result }) => result.verdict !== "invalid");
  if (judged.length < lines.length || lines.length === 0) return null;
  const fails = judged.filter(({ result }) => result.verdict === "fail").length;
  const worst = worstOf(judged.map(({ result }) => result.verdict));
  if (worst === "not_stated") return null;
  return fails > 0 ? (
    <Badge tone="overdue" icon="cross">
      {plural(fails, `${name}: 1 fail`, `${name}: {n} fail`)}
    </Badge>
  ) : (
    <Badge tone={worst === "pass" ? "in-date" : "amber"} icon="ok">
      {worst === "pass" ? `${name}: pass` : `${name}: conditional`}
    </Badge>
  );
}

/** The point of a line, its direction and conditions. */
export function PointHead({
  line,
  unit,
  limits,
}: {
  line: Line;
  unit: EvaluatedParameter["parameter"]["unit"];
  limits: string;
}) {
  const name = pointName(
    { nominal: line.nominal, pctOfRange: line.point.pctOfRange },
    unit,
    line.at,
  );
  return (
    <>
      <b>
        {name}
        {line.direction && ` ${line.direction === "up" ? "↑" : "↓"}`}
      </b>
      {limits && <span>{limits}</span>}
      {line.point.conditions.map((condition) => (
        <span key={condition.name}>{`${condition.name}: ${condition.value}`}</span>
      ))}
    </>
  );
}
