import type { Chart } from "#app/shared/statistics.ts";
import type { Tone } from "./columns.tsx";

/** Tones from the ground up, each told from its neighbours by how light it is. */
export const tones: readonly Tone[] = ["c1", "c3", "c2", "c4"];

/** Textures of the tones, so that they are told apart without their colours too; columns and keys take them from here. */
export const Patterns = () => (
  <svg className="sr-only" aria-hidden="true" width="0" height="0">
    <defs id="chart-patterns">
      {tones.slice(1).map((tone, at) => (
        <pattern
          key={tone}
          id={`texture-${tone}`}
          className={`texture-${tone}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${[45, 0, -45][at]})`}
        >
          <rect className="ground" width="6" height="6" />
          {at === 1 ? (
            <circle className="mark" cx="3" cy="3" r="1.1" />
          ) : (
            <rect className="mark" width={at ? 2 : 1.4} height="6" />
          )}
        </pattern>
      ))}
    </defs>
  </svg>
);

/** What the colours and lines of a chart mean. */
export function Legend({ chart: { draw, table } }: { chart: Chart }) {
  if (!draw || !("series" in draw) || draw.series.length < 2) return null;
  return (
    <span className="legend">
      {draw.series.map((column, at) => (
        <span key={column}>
          <svg className="key" aria-hidden="true">
            {draw.kind === "line" ? (
              <line className={at === 0 ? "l1" : "lb"} x1="0" x2="10" y1="5" y2="5" />
            ) : (
              <rect className={tones[at]} width="10" height="10" rx="2" />
            )}
          </svg>
          {table.heads[column]}
        </span>
      ))}
    </span>
  );
}
