import { isPaused } from "./call-clocks.ts";
import { wallClock } from "./company-time.ts";
import { dateText } from "./dates.ts";

/** A stretch of a bar, between two instants. */
export type CallStretch = {
  look: "done" | "run" | "soon" | "late" | "pause" | "rest";
  from: number;
  to: number;
};
/** A stretch of time on which instants have a place of 0 to 100 percent. */
export type CallScale = {
  now: number;
  at: (instant: number) => number;
  marks: { at: number; text: string; isMinor: boolean }[];
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** From one mark to the next. */
const STEPS = [
  HOUR / 2,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  30 * DAY,
  90 * DAY,
  365 * DAY,
];
const MOST_MARKS = 6;
/** A mark nearer to now or to the end than this many percent is left out: a time of day, a date. */
const CROWDED = { time: 8, date: 14 };
const rounded = (percent: number) => Math.round(percent * 100) / 100;

/**
 * The scale that shows these instants and now, with its marks at whole hours or days of the company.
 * @param stays a call that is over: now is not shown beyond what happened
 */
export function callScale(
  instants: readonly (number | null)[],
  now: number,
  { timeZone, dateFormat }: { timeZone: string; dateFormat?: string },
  stays = false,
): CallScale {
  const known = [...instants.filter((at) => at !== null), ...(stays ? [] : [now])];
  const first = Math.min(...known);
  const last = Math.max(...known, first + HOUR);
  const room = (last - first) * 0.04;
  const [from, to] = [first - room, last + room];
  const at = (instant: number) =>
    rounded(Math.min(100, Math.max(0, ((instant - from) / (to - from)) * 100)));
  const step = STEPS.find((one) => (to - from) / one <= MOST_MARKS) ?? STEPS.at(-1)!;
  const crowded = step < DAY ? CROWDED.time : CROWDED.date;
  const offset = wallClock(timeZone, from) - Math.floor(from / 1000) * 1000;
  const begin = Math.ceil((from + offset) / step) * step;
  const marks: CallScale["marks"] = [];
  for (let wall = begin; wall - offset < to; wall += step) {
    const place = at(wall - offset);
    if ((!stays && Math.abs(place - at(now)) < crowded) || place > 100 - crowded / 2) continue;
    const iso = new Date(wall).toISOString();
    const text = step < DAY ? iso.slice(11, 16) : dateText(iso.slice(0, 10), dateFormat);
    marks.push({ at: place, text, isMinor: marks.length % 2 === 1 });
  }
  return { now: at(now), at, marks };
}

type Event = { kind: string; status: string; holdReason: string | null; at: number };

/** The stretches in which the resolve clock of a call stood still, by what happened to it. */
export function pausesOf(events: readonly Event[], end: number): { from: number; to: number }[] {
  const moves = events.filter(({ kind }) => kind === "move");
  return moves.flatMap((event, at) => {
    const isPause = isPaused({
      status: event.status as "on_hold",
      heldAt: event.at,
      holdReason: event.holdReason,
    });
    return isPause ? [{ from: event.at, to: moves[at + 1]?.at ?? end }] : [];
  });
}

/** A bar from one instant to another without the pauses in it, which are stretches of their own. */
export function withPauses(
  look: CallStretch["look"],
  from: number,
  to: number,
  pauses: readonly { from: number; to: number }[],
): CallStretch[] {
  const stretches: CallStretch[] = [];
  let at = from;
  for (const pause of pauses) {
    const [begin, end] = [Math.max(at, pause.from), Math.min(to, pause.to)];
    if (end <= begin) continue;
    if (begin > at) stretches.push({ look, from: at, to: begin });
    stretches.push({ look: "pause", from: begin, to: end });
    at = end;
  }
  if (to > at) stretches.push({ look, from: at, to });
  return stretches;
}
