import {
  limitsAt,
  type Reach,
  type StoredRule,
  shownTurs,
} from "#app/shared/calibration/rule-limits.ts";
import "../../css/calibration.css";

const MIDDLE = 60;
const HALF = 40;
const ROW = 14;
const BAND = 8;
const SMALL_TEXT = 104;

const text = (reach: number | null) => (reach === null ? "none" : `${Math.round(reach * 100)} %`);
const wordsOf = ({ tur, pass, conditionalFail }: Reach) =>
  conditionalFail === null
    ? `TUR ${tur}: ${text(pass)} of the tolerance accepted`
    : `TUR ${tur}: ${text(pass)} of the tolerance passes, conditional up to ${text(conditionalFail)}`;

function Band({ at, reach, look }: { at: number; reach: number | null; look: string }) {
  if (reach === null) return null;
  const width = Math.min(reach * HALF, MIDDLE);
  return (
    <rect
      className={look}
      x={MIDDLE - width}
      y={at * ROW + (ROW - BAND) / 2}
      width={2 * width}
      height={BAND}
      rx={1}
    />
  );
}

/** Where the acceptance limits of a rule lie between its tolerance limits, a row for each ratio. */
export function RulePicture({ rule, isSmall = false }: { rule: StoredRule; isSmall?: boolean }) {
  const rows = shownTurs.flatMap((tur) => limitsAt(rule, tur) ?? []);
  if (!rows.length) return <span className="quiet">States nothing</span>;
  const height = rows.length * ROW;
  return (
    <figure className={isSmall ? "rule-limits small" : "rule-limits"}>
      <svg
        viewBox={`0 0 ${isSmall ? 2 * MIDDLE : 2 * MIDDLE + SMALL_TEXT} ${height}`}
        role="img"
        aria-label={rows.map(wordsOf).join("; ")}
      >
        {rows.map((reach, at) => (
          <g key={reach.tur}>
            <Band at={at} reach={reach.conditionalFail} look="part" />
            <Band at={at} reach={reach.pass} look="all" />
            {!isSmall && (
              <text x={2 * MIDDLE + 4} y={at * ROW + ROW / 2 + 3}>
                {`TUR ${reach.tur}: ±${text(reach.pass)}`}
              </text>
            )}
          </g>
        ))}
        <path className="limit" d={`M${MIDDLE - HALF} 0V${height}M${MIDDLE + HALF} 0V${height}`} />
      </svg>
    </figure>
  );
}
