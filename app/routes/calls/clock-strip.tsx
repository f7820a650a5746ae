import type { CallClock } from "#app/shared/call-clocks.ts";
import {
  type CallScale,
  type CallStretch,
  callScale,
  pausesOf,
  withPauses,
} from "#app/shared/call-scale.ts";
import { timeText } from "#app/shared/dates.ts";
import { durationText } from "#app/shared/duration.ts";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";
import { useDueText } from "./looks.tsx";

type Row = {
  name: string;
  icon: IconName;
  about: string;
  stretches: CallStretch[];
  badge: { tone: Tone; icon: IconName; text: string };
};

const looksOf = (clock: CallClock): { tone: Tone; icon: IconName } =>
  clock.isLate
    ? { tone: "overdue", icon: "alert" }
    : clock.isDone
      ? { tone: "in-date", icon: "ok" }
      : clock.isPaused
        ? { tone: "hold", icon: "pause" }
        : clock.isNear
          ? { tone: "amber", icon: "clock" }
          : { tone: "info", icon: "clock" };

/** A promise as a bar: what has run, what is left, and what is late. */
function promiseStretches(
  clock: CallClock,
  from: number,
  end: number,
  pauses: { from: number; to: number }[],
): CallStretch[] {
  const { by } = clock;
  const lateFrom = by !== null && clock.isLate && !clock.isPaused ? Math.min(by, end) : end;
  return [
    ...withPauses(
      clock.isDone && !clock.isLate ? "run" : "done",
      from,
      Math.max(from, lateFrom),
      pauses,
    ),
    ...(lateFrom < end ? [{ look: "late", from: Math.max(from, lateFrom), to: end } as const] : []),
    ...(clock.isRunning && by !== null && by > end
      ? [{ look: clock.isNear ? "soon" : "rest", from: end, to: by } as const]
      : []),
  ];
}

/** Both promises of a call and the downtime of its device, as bars on one scale of time. */
export function ClockStrip({ detail }: { detail: CallDetail }) {
  const { call, clocks, downtimes, events, now } = detail;
  const format = useFormat();
  const dueText = useDueText();
  const isOpen = (workedOn as readonly string[]).includes(call.status);
  const ended = call.resolvedAt ?? call.closedAt ?? now;
  const end = isOpen ? now : ended;
  const { respond, resolve } = clocks;
  const promise = (
    name: string,
    icon: IconName,
    clock: CallClock,
    to: number,
    pauses: { from: number; to: number }[],
  ): Row[] => {
    if (clock.by === null) return [];
    const due = dueText(clock, now);
    return [
      {
        name,
        icon,
        about: `within ${durationText(clock.totalMs)}`,
        stretches: promiseStretches(clock, call.reportedAt, to, pauses),
        badge: {
          ...looksOf(clock),
          text: due && !clock.isLate ? `${clock.words}. ${due}` : clock.words,
        },
      },
    ];
  };
  const last = downtimes.at(-1);
  const downMs = downtimes.reduce((sum, one) => sum + ((one.endedAt ?? now) - one.startedAt), 0);
  const rows = [
    ...promise("Respond", "clock", respond, Math.min(call.firstResponseAt ?? end, end), []),
    ...promise("Resolve", "wrench", resolve, end, pausesOf(events, end)),
    ...(last
      ? [
          {
            name: "Down",
            icon: "cross" as const,
            about: `since ${timeText(downtimes[0]!.startedAt, format.timeZone, format.dateFormat)}`,
            stretches: downtimes.map((one) => ({
              look: "late" as const,
              from: one.startedAt,
              to: one.endedAt ?? now,
            })),
            badge: {
              tone: last.endedAt === null ? ("overdue" as const) : ("hold" as const),
              icon: "cross" as const,
              text: `Down ${durationText(downMs)}`,
            },
          },
        ]
      : []),
  ];
  if (!rows.length) return null;
  const scale = callScale(
    [
      call.reportedAt,
      call.failedAt,
      ...rows.flatMap(({ stretches }) => stretches.flatMap(({ from, to }) => [from, to])),
    ],
    now,
    format,
    !isOpen,
  );
  return (
    <section className="panel" aria-label="Clocks of this call">
      <div className="cover">
        <div className="what scale hide-phone" />
        <div className="bar scale hide-phone">
          <svg className="track months" aria-hidden="true">
            {scale.marks.map(({ at, text, isMinor }) => (
              <text
                key={at}
                x={`${at}%`}
                y="20"
                textAnchor="middle"
                className={isMinor ? "minor" : undefined}
              >
                {text}
              </text>
            ))}
            {isOpen && (
              <>
                <text className="now" x={`${scale.now}%`} y="20" textAnchor="middle">
                  {timeText(now, format.timeZone).slice(-5)}
                </text>
                <line
                  className="now-line"
                  x1={`${scale.now}%`}
                  x2={`${scale.now}%`}
                  y1="25"
                  y2="100%"
                />
              </>
            )}
          </svg>
        </div>
        <div className="end scale hide-phone" />
        {rows.map((row, at) => (
          <StripRow
            key={row.name}
            row={row}
            scale={scale}
            isOpen={isOpen}
            isLast={at === rows.length - 1}
          />
        ))}
      </div>
    </section>
  );
}

type RowProps = { row: Row; scale: CallScale; isOpen: boolean; isLast: boolean };

function StripRow({ row, scale, isOpen, isLast }: RowProps) {
  const now = `${scale.now}%`;
  return (
    <>
      <div className="what">
        <Icon name={row.icon} />
        {row.name} <small title={row.about}>{row.about}</small>
      </div>
      <div className="bar">
        <svg className="track" aria-hidden="true">
          {row.stretches.map(({ look, from, to }) => (
            <rect
              key={look + from}
              className={`trk-${look}`}
              x={`${scale.at(from)}%`}
              width={`${Math.max(0.4, scale.at(to) - scale.at(from)).toFixed(2)}%`}
              y="35%"
              height="30%"
            />
          ))}
          {isOpen && (
            <line className="now-line" x1={now} x2={now} y1="0" y2={isLast ? "58%" : "100%"} />
          )}
          {isOpen && isLast && (
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
        <Badge tone={row.badge.tone} icon={row.badge.icon}>
          {row.badge.text}
        </Badge>
      </div>
    </>
  );
}
