import { Icon, type IconName } from "./icon.tsx";
import { Badge, type Tone } from "./page.tsx";

/** A stretch of a bar, between two places in time: days or instants. */
export type Stretch<T> = {
  look: "done" | "run" | "soon" | "late" | "pause" | "rest";
  from: T;
  to: T;
};
/** What runs in time, as a bar with how it stands. */
export type StripRow<T> = {
  key: string;
  name: string;
  icon: IconName;
  /** How often, within which time, with whom. */
  about: string | null;
  stretches: Stretch<T>[];
  /** When it was done. */
  ticks?: T[];
  badge: { tone: Tone; icon: IconName; calm?: boolean; text: string };
};
type Scale<T> = {
  /** The place of 0 to 100 percent. */
  at: (place: T) => number;
  /** The lesser ones go first where room is short. */
  marks: { at: number; text: string; isMinor: boolean }[];
  /** Where now is, and what it is called; null where all is over. */
  now: { at: number; text: string } | null;
};

const percent = (place: number) => `${place}%`;
/** So much of a bar is seen of the shortest stretch; nothing of one that lies beyond the scale. */
const LEAST = 0.4;
const widthOf = (share: number) =>
  percent(share > 0 ? Number(Math.max(LEAST, share).toFixed(2)) : 0);

/** Bars on one scale of time, with the line of now through them. */
export function TimeStrip<T extends string | number>({
  rows,
  scale,
}: {
  rows: readonly StripRow<T>[];
  scale: Scale<T>;
}) {
  return (
    <div className="cover">
      <Head scale={scale} />
      {rows.map((row, at) => (
        <Bar key={row.key} row={row} scale={scale} isLast={at === rows.length - 1} />
      ))}
    </div>
  );
}

function Head<T>({ scale: { marks, now } }: { scale: Scale<T> }) {
  return (
    <>
      <div className="what scale hide-phone" />
      <div className="bar scale hide-phone">
        <svg className="track months" aria-hidden="true">
          {marks.map(({ at, text, isMinor }) => (
            <text
              key={at}
              x={percent(at)}
              y="20"
              textAnchor={at > 0 ? "middle" : undefined}
              className={isMinor ? "minor" : undefined}
            >
              {text}
            </text>
          ))}
          {now && (
            <>
              <text className="now" x={percent(now.at)} y="20" textAnchor="middle">
                {now.text}
              </text>
              <line
                className="now-line"
                x1={percent(now.at)}
                x2={percent(now.at)}
                y1="25"
                y2="100%"
              />
            </>
          )}
        </svg>
      </div>
      <div className="end scale hide-phone" />
    </>
  );
}

type BarProps<T> = { row: StripRow<T>; scale: Scale<T>; isLast: boolean };

function Bar<T extends string | number>({ row, scale, isLast }: BarProps<T>) {
  const { name, icon, about, stretches, ticks = [], badge } = row;
  const now = scale.now && percent(scale.now.at);
  return (
    <>
      <div className="what">
        <Icon name={icon} />
        {name} {about && <small title={about}>{about}</small>}
      </div>
      <div className="bar">
        <svg className="track" aria-hidden="true">
          {stretches.map(({ look, from, to }) => (
            <rect
              key={look + from}
              className={`trk-${look}`}
              x={percent(scale.at(from))}
              width={widthOf(scale.at(to) - scale.at(from))}
              y="35%"
              height="30%"
            />
          ))}
          {ticks.map((on) => (
            <line
              key={on}
              className="trk-tick"
              x1={percent(scale.at(on))}
              x2={percent(scale.at(on))}
              y1="30%"
              y2="70%"
            />
          ))}
          {now && (
            <line className="now-line" x1={now} x2={now} y1="0" y2={isLast ? "58%" : "100%"} />
          )}
          {now && isLast && (
            <svg x={now} y="50%" overflow="visible" aria-hidden="true">
              <path
                className="now-bob"
                d="M-4.5 0h9c.6 0 1 .5 1 1C5.5 6 3.5 11 0 16-3.5 11-5.5 6-5.5 1c0-.5.4-1 1-1Z"
              />
            </svg>
          )}
        </svg>
      </div>
      <div className="end">
        <Badge tone={badge.tone} icon={badge.icon} {...(badge.calm ? { calm: true } : {})}>
          {badge.text}
        </Badge>
      </div>
    </>
  );
}
