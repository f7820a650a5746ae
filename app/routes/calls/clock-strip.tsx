import type { CallClock } from "#app/shared/call-clocks.ts";
import { callScale, pausesOf, withPauses } from "#app/shared/call-scale.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { dateText, timeText } from "#app/shared/dates.ts";
import { durationText } from "#app/shared/duration.ts";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { useFormat } from "#app/ui/format.ts";
import type { IconName } from "#app/ui/icon.tsx";
import type { Tone } from "#app/ui/page.tsx";
import { type Stretch, type StripRow, TimeStrip } from "#app/ui/time-strip.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";
import { useDueText } from "./looks.tsx";

type Row = StripRow<number>;

const looksOf = (clock: CallClock): { tone: Tone; icon: IconName } =>
  clock.isLate
    ? { tone: "overdue", icon: "alert" }
    : clock.isDone
      ? { tone: "in-date", icon: "ok" }
      : clock.isPaused
        ? { tone: "hold", icon: "pause" }
        : clock.isNear
          ? { tone: "amber", icon: "clock" }
          : clock.isRunning
            ? { tone: "info", icon: "clock" }
            : { tone: "hold", icon: "x" };

/** A promise as a bar: what has run, what is left, and what is late. */
function promiseStretches(
  clock: CallClock,
  from: number,
  end: number,
  pauses: { from: number; to: number }[],
): Stretch<number>[] {
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
        ...{ key: name, name, icon },
        about: `within ${durationText(clock.totalMs)}`,
        stretches: promiseStretches(clock, call.reportedAt, to, pauses),
        badge: {
          ...looksOf(clock),
          text: due && !clock.isLate ? `${clock.words}. ${due}` : clock.words,
        },
      },
    ];
  };
  /** A time of today, else the day. */
  const dayOrTime = (at: number) => {
    const day = dayIn(format.timeZone, at);
    return day === dayIn(format.timeZone, now)
      ? timeText(at, format.timeZone).slice(-5)
      : dateText(day, format.dateFormat);
  };
  const last = downtimes.at(-1);
  const downMs = downtimes.reduce((sum, one) => sum + ((one.endedAt ?? now) - one.startedAt), 0);
  const rows = [
    ...promise("Respond", "clock", respond, Math.min(call.firstResponseAt ?? end, end), []),
    ...promise("Resolve", "wrench", resolve, end, pausesOf(events, end)),
    ...(last
      ? [
          {
            ...{ key: "Down", name: "Down", icon: "cross" as const },
            about: `since ${dayOrTime(downtimes[0]!.startedAt)}`,
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
      <TimeStrip
        rows={rows}
        scale={{
          ...scale,
          now: isOpen ? { at: scale.now, text: timeText(now, format.timeZone).slice(-5) } : null,
        }}
      />
    </section>
  );
}
