import { area, curveStepAfter, line } from "d3-shape";
import type { SurvivalStep } from "#app/shared/survival.ts";

const [WIDTH, HEIGHT] = [720, 280];
const PAD = { left: 48, right: 12, top: 12, bottom: 32 };
const DAYS_A_YEAR = 365.25;

/** The share of devices without a failure by time, with its band. Drawn on the server; the table beside it says the same. */
export function Survival({ steps, title }: { steps: readonly SurvivalStep[]; title: string }) {
  const last = steps.at(-1)?.[0] ?? 1;
  const most = Math.max(last * 1.05, 30);
  const x = (days: number) => PAD.left + (days / most) * (WIDTH - PAD.left - PAD.right);
  const y = (share: number) => PAD.top + (1 - share) * (HEIGHT - PAD.top - PAD.bottom);
  const end: SurvivalStep = [most, ...(steps.at(-1)?.slice(1) ?? [1, 1, 1])] as SurvivalStep;
  const all: SurvivalStep[] = [[0, 1, 1, 1], ...steps, end];
  const path = line<SurvivalStep>(
    ([days]) => x(days),
    ([, share]) => y(share),
  ).curve(curveStepAfter)(all);
  const band = area<SurvivalStep>(
    ([days]) => x(days),
    ([, , low]) => y(low),
    ([, , , high]) => y(high),
  ).curve(curveStepAfter)(all);
  const years = most / DAYS_A_YEAR;
  const unit = years > 3 ? { days: DAYS_A_YEAR, name: "years" } : { days: 30.44, name: "months" };
  const step = Math.max(1, Math.ceil(most / unit.days / 6));
  const ticks = Array.from(
    { length: Math.floor(most / unit.days / step) + 1 },
    (_, at) => at * step,
  );
  return (
    <svg className="survival" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {band && <path className="band" d={band} />}
      {path && <path className="line" d={path} />}
      <path
        className="axis"
        d={`M${PAD.left},${PAD.top}V${HEIGHT - PAD.bottom}H${WIDTH - PAD.right}`}
        fill="none"
      />
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <text key={share} x={PAD.left - 6} y={y(share) + 4} textAnchor="end">
          {share * 100} %
        </text>
      ))}
      {ticks.map((tick) => (
        <text key={tick} x={x(tick * unit.days)} y={HEIGHT - 14} textAnchor="middle">
          {tick}
        </text>
      ))}
      <text x={WIDTH - PAD.right} y={HEIGHT - 1} textAnchor="end">
        {unit.name}
      </text>
    </svg>
  );
}
