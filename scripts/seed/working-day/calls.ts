import { planCall, type Standing, type Turn } from "./call.ts";
import { proneness } from "./causes.ts";
import { DAY, type Day, type Device, freeDevices, HOUR, MINUTE } from "./day.ts";

/** A moment of a day on which something fails: most while wards are busy. @param midnight of the company's day */
const momentOf = ({ random }: Day, midnight: number) => {
  const hour = random.weighted({ 7: 8, 9: 22, 11: 20, 14: 18, 16: 14, 19: 10, 22: 5, 3: 3 });
  return midnight + Number(hour) * HOUR + random.int(0, 119) * MINUTE + random.int(0, 59) * 1000;
};

/** One of the devices at work, those that fail often more often. */
function failing(day: Day): Device | undefined {
  const free = freeDevices(day);
  let left = day.random.next() * free.reduce((sum, device) => sum + proneness(device), 0);
  return free.find((device) => {
    left -= proneness(device);
    return left < 0;
  });
}

/** How today's open calls stand, with the hours since their reports. */
const open: readonly (readonly [standing: Standing, hours: readonly number[]])[] = [
  ["new", [0.2, 1.4, 4]],
  ["acknowledged", [0.9, 6]],
  ["assigned", [1.2, 5.5, 27]],
  ["in_progress", [4.5, 2, 26, 52]],
  ["hold:awaiting_part", [50, 260]],
  ["hold:awaiting_vendor", [70, 145]],
  ["hold:awaiting_approval", [98]],
  ["hold:asset_in_use", [7]],
  ["hold:other", [30]],
  ["hold:sent_out", [100, 235]],
  ["resolved", [15, 8, 33, 60, 105]],
];

/** What is special in the lives of a few of the past. */
function turnOf(n: number): Turn {
  if (n % 211 === 100) return "harm";
  if (n % 43 === 11) return "delay";
  if (n % 53 === 20) return "duplicate";
  if (n % 37 === 8) return "cancelled";
  if (n % 24 === 5) return "joined";
  return n % 19 === 3 ? "reopened" : null;
}

/** Calls of three years, more of late, and those that are open today. @param share of today's open calls that the company has */
export function planCalls(day: Day, count: number, share: number): void {
  const { random, now } = day;
  const years = 3 * 365;
  for (let n = 0; n < count; n++) {
    const age = Math.floor(random.next() ** 1.1 * (years - 8)) + 4;
    const midnight = Math.floor((now - age * DAY) / DAY) * DAY - 5.5 * HOUR;
    planCall(day, momentOf(day, midnight), () => failing(day), { turn: turnOf(n) });
  }
  for (const [standing, hours] of open)
    for (const ago of hours.slice(0, Math.round(hours.length * share)))
      planCall(day, now - ago * HOUR, () => failing(day), { standing });
}
