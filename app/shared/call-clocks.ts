import { dayIn } from "./company-time.ts";
import { dateText, timeText } from "./dates.ts";
import { durationText, workText } from "./duration.ts";
import type { CallState } from "./flows/service-calls.ts";
import { type WorkingCalendar, workingBetween } from "./working-time.ts";

/** What of a service call its clocks are made of. Instants in epoch milliseconds. */
export type ClockedCall = {
  status: CallState["status"];
  reportedAt: number;
  slaRespondBy: number | null;
  slaResolveBy: number | null;
  /** Working time for which the resolve clock stood, up to the end of the last hold. */
  slaPausedMs: number;
  heldAt: number | null;
  holdReason: string | null;
  firstResponseAt: number | null;
  resolvedAt: number | null;
};

export type ClockName = "respond" | "resolve";
/** A promise of a call and how it stands. Lengths are working time in milliseconds and never negative. */
export type CallClock = {
  name: ClockName;
  /** The instant it ends at; null where nothing is promised. While it is paused it ends later than this. */
  by: number | null;
  /** What was promised, pauses apart. */
  totalMs: number;
  /** What is left, or was left when it stopped; 0 when it is late. */
  leftMs: number;
  /** By how much it is late. */
  lateMs: number;
  /** What has run, pauses apart. */
  usedMs: number;
  isLate: boolean;
  /** It stopped because it was done: answered, or resolved. */
  isDone: boolean;
  isPaused: boolean;
  /** It runs now. */
  isRunning: boolean;
  /** At most a fifth of it is left. */
  isNear: boolean;
  /** How it stands, as a sentence. */
  words: string;
};

/** The part of a promise after which people are warned. */
export const WARNED_AT = 0.8;
const pausing = ["awaiting_vendor", "awaiting_part"];

/** Whether the resolve clock of a call stands still: it waits for a vendor or a part. */
export const isPaused = ({
  status,
  heldAt,
  holdReason,
}: Pick<ClockedCall, "status" | "heldAt" | "holdReason">) =>
  status === "on_hold" && heldAt !== null && pausing.includes(holdReason ?? "");

const unresolved = ["new", "acknowledged", "assigned", "in_progress", "on_hold"];
const isOpen = ({ status }: Pick<ClockedCall, "status">) => unresolved.includes(status);

type Measured = Omit<CallClock, "words">;
const nothing: Omit<Measured, "name"> = {
  by: null,
  ...{ totalMs: 0, leftMs: 0, lateMs: 0, usedMs: 0 },
  ...{ isLate: false, isDone: false, isPaused: false, isRunning: false, isNear: false },
};

type Asked = {
  name: ClockName;
  by: number | null;
  doneAt: number | null;
  /** Since when it stands still; null while it runs. */
  stoodAt: number | null;
  pausedMs: number;
};

function measured(
  { reportedAt, ...call }: ClockedCall,
  { name, by, doneAt, stoodAt, pausedMs }: Asked,
  calendar: WorkingCalendar,
  now: number,
): Measured {
  const isDone = doneAt !== null;
  if (by === null) return { name, ...nothing, isDone };
  const isRunning = isOpen(call) && !isDone && stoodAt === null;
  const between = (from: number, to: number) => workingBetween(calendar, from, to);
  const totalMs = Math.max(0, between(reportedAt, by) - pausedMs);
  // What ended without being done is not counted further.
  if (!isOpen(call) && !isDone) return { name, ...nothing, by, totalMs };
  const at = doneAt ?? stoodAt ?? now;
  const leftMs = between(at, by);
  return {
    ...{ name, by, totalMs, leftMs, isDone, isRunning },
    lateMs: between(by, at),
    usedMs: Math.max(0, between(reportedAt, at) - pausedMs),
    isLate: at > by,
    isPaused: !isDone && stoodAt !== null,
    isNear: isRunning && at <= by && leftMs <= totalMs * (1 - WARNED_AT),
  };
}

function wordsOf(clock: Measured, text: (ms: number) => string): string {
  const { name, by, leftMs, lateMs, usedMs, isLate, isDone } = clock;
  if (by === null) return "No time promised";
  if (isDone) {
    const isAnswer = name === "respond";
    if (!isLate) return `${isAnswer ? "Responded" : "Resolved"} in ${text(usedMs)}`;
    if (lateMs === 0) return isAnswer ? "Responded late" : "Resolved late";
    return `${isAnswer ? "Responded" : "Resolved"} late by ${text(lateMs)}`;
  }
  if (clock.isPaused) return isLate ? "Paused, late" : `Paused at ${text(leftMs)}`;
  if (!clock.isRunning)
    return name === "respond" ? "Ended without a response" : "Ended without a resolution";
  if (isLate) return lateMs === 0 ? "Late" : `Late by ${text(lateMs)}`;
  return `${text(leftMs)} left`;
}

/**
 * Both clocks of a call: the one to respond stops with the first response, the one to resolve with the resolution. Only the latter
 * stands still while the call waits for a vendor or a part.
 */
export function callClocks(
  call: ClockedCall,
  calendar: WorkingCalendar,
  now: number,
): Record<ClockName, CallClock> {
  const text = calendar.week === null ? durationText : workText;
  const clock = (asked: Asked): CallClock => {
    const one = measured(call, asked, calendar, now);
    return { ...one, words: wordsOf(one, text) };
  };
  return {
    respond: clock({
      name: "respond",
      by: call.slaRespondBy,
      doneAt: call.firstResponseAt,
      stoodAt: null,
      pausedMs: 0,
    }),
    resolve: clock({
      name: "resolve",
      by: call.slaResolveBy,
      doneAt: call.resolvedAt,
      stoodAt: isPaused(call) ? call.heldAt : null,
      pausedMs: call.slaPausedMs,
    }),
  };
}

/** The clock that counts now: to respond until there is a response, then to resolve. */
export const currentClock = ({ respond, resolve }: Record<ClockName, CallClock>): CallClock =>
  respond.isRunning && respond.by !== null ? respond : resolve;

/** Within so much time the hour says more than the date. */
const SOON_MS = 12 * 3_600_000;

/** What a running clock asks for: "Respond by 14:15", "Resolve by 21 Nov 2026"; null for one that does not run. */
export function dueText(
  { name, by, isRunning }: Pick<CallClock, "name" | "by" | "isRunning">,
  now: number,
  { timeZone, dateFormat }: { timeZone: string; dateFormat?: string },
): string | null {
  if (by === null || !isRunning) return null;
  const text =
    Math.abs(by - now) <= SOON_MS
      ? timeText(by, timeZone).slice(-5)
      : dateText(dayIn(timeZone, by), dateFormat);
  return name === "respond" ? `Respond by ${text}` : `Resolve by ${text}`;
}
