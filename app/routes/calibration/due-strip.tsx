import { daysBetween } from "#app/shared/company-time.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { timeScale } from "#app/shared/time-scale.ts";
import { useDates } from "#app/ui/time.tsx";
import { type Stretch, TimeStrip } from "#app/ui/time-strip.tsx";
import type { MachineDetail } from "#worker/domain/calibration/machine-read.ts";
import { dueLook, everyText } from "./machine-words.tsx";

/** From its last calibration to when it is due, on a scale of time with today's line through it. */
export function DueStrip({ detail: { machine, today } }: { detail: MachineDetail }) {
  const { date } = useDates();
  const { lastCalOn, nextDueOn } = machine;
  const stretches = stretchesOf(lastCalOn, nextDueOn, today);
  const days = stretches.flatMap(({ from, to }) => [from, to]);
  const scale = timeScale(days, today);
  return (
    <section className="panel" aria-label="Due date">
      <TimeStrip
        rows={[
          {
            key: "calibration",
            name: "Calibration",
            icon: "gauge",
            about: everyText(machine),
            stretches,
            ticks: lastCalOn && lastCalOn >= scale.from ? [lastCalOn] : [],
            badge: dueLook(machine, today, date),
          },
        ]}
        scale={{ ...scale, now: { at: scale.today, text: "Today" } }}
      />
    </section>
  );
}

/** Behind today what was in date, ahead until it is due, or since when it is late. */
function stretchesOf(last: string | null, next: string | null, today: string): Stretch<string>[] {
  if (!last || !next) return [];
  const doneTo = next < today ? next : today;
  const past: Stretch<string>[] = last < doneTo ? [{ look: "done", from: last, to: doneTo }] : [];
  if (next < today) return [...past, { look: "late", from: next, to: today }];
  if (next === today) return past;
  const look = daysBetween(today, next) <= SOON_DAYS ? "soon" : "run";
  return [...past, { look, from: today, to: next }];
}
