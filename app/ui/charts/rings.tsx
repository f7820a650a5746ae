import { arc } from "d3-shape";

type Ring = { label: string; percent: number; text: string; note: string; target: number };

const [SIDE, INNER, OUTER] = [124, 47, 56];
const turn = 2 * Math.PI;
const band = (from: number, to: number) =>
  arc()({
    innerRadius: INNER,
    outerRadius: OUTER,
    startAngle: (from / 100) * turn,
    endAngle: (to / 100) * turn,
  }) ?? "";

/** Shares of a whole, each with its target as a mark. */
export function Rings({ rings }: { rings: readonly Ring[] }) {
  return (
    <div className="rings">
      {rings.map(({ label, percent, text, note, target }) => (
        <div className="ring" key={label}>
          <svg viewBox={`0 0 ${SIDE} ${SIDE}`} role="img" aria-label={`${label}: ${text}`}>
            <g transform={`translate(${SIDE / 2} ${SIDE / 2})`}>
              <path className="cq" d={band(0, 100)} />
              <path className="c1" d={band(0, percent)} />
              <path className="ink" d={band(target - 0.6, target + 0.6)} />
            </g>
            <text className="big" x={SIDE / 2} y="68" textAnchor="middle">
              {text}
            </text>
          </svg>
          <div>
            <h3>{label}</h3>
            <small>{note}</small>
          </div>
        </div>
      ))}
    </div>
  );
}
