import type { Session } from "#worker/session.ts";
import type { Fault } from "../faults.ts";
import type { Random } from "../random.ts";
import type { History } from "./history.ts";
import type { Shelves } from "./shelves.ts";
import type { Ward } from "./ward.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** How far ahead of UTC India's clocks are. */
export const ZONE = 5.5 * HOUR;

/** A device that is in use: what it is, where it stands, since when it is in use, and how it fails. */
export type Device = {
  id: string;
  qrToken: string;
  type: string;
  make: string;
  model: string;
  serialNo: string;
  criticality: "life_support" | "high" | "medium" | "low";
  calRequired: boolean;
  ownership: string;
  costMinor: number;
  departmentId: string;
  since: number;
  faults: readonly Fault[];
};
export type Vendor = { id: string; name: string; code: string; kinds: string };

/** What the work of a company is made of. */
export type Day = {
  db: D1Database;
  companyId: string;
  history: History;
  random: Random;
  /** The instant up to which everything has happened, in epoch milliseconds. */
  now: number;
  /** Who takes calls and approves. */
  desk: Session;
  engineers: readonly Session[];
  /** Who lets things out at the gate. */
  guard: Session;
  /** Who stands at the devices, without an account. */
  ward: Ward;
  shelves: Shelves;
  teamId: string | null;
  devices: readonly Device[];
  vendors: readonly Vendor[];
  /** Devices that something is done with: a call, a transfer, a pass. */
  busy: Set<string>;
  /** Devices with an open call of a recall. */
  recalled: Set<string>;
  /** Devices that are no longer in use. */
  gone: Set<string>;
};

/** The calendar day of an instant in the company's zone, which is India's. */
export const dayAt = (at: number) => new Date(at + ZONE).toISOString().slice(0, 10);

/** A moment of a working day, so many days ago. */
export const workingMoment = ({ random, now }: Day, daysAgo: number) =>
  Math.min(
    Math.floor((now - daysAgo * DAY) / DAY) * DAY + 3.5 * HOUR + random.int(0, 8 * 60) * MINUTE,
    now - 10 * MINUTE,
  );

/** The first moment from an instant on at which somebody is there who has no night duty: 7:30 to 21:00, on a Sunday 9:00 to 17:00. */
export function onDuty({ random }: Pick<Day, "random">, at: number): number {
  const midnight = Math.floor((at + ZONE) / DAY) * DAY - ZONE;
  const isSunday = new Date(midnight + ZONE).getUTCDay() === 0;
  const [from, to] = isSunday ? [9 * HOUR, 17 * HOUR] : [7.5 * HOUR, 21 * HOUR];
  const time = at - midnight;
  if (time >= from && time <= to) return at;
  const start = midnight + (time < from ? 0 : DAY);
  return onDuty({ random }, start + (time < from ? from : 9 * HOUR) + random.int(0, 35) * MINUTE);
}

/** Devices that have been in use for a while and that nothing else is done with. */
export const freeDevices = ({ devices, busy, recalled, gone }: Day) =>
  devices.filter(
    ({ id, since }) =>
      since < Date.now() - 5 * DAY && !busy.has(id) && !recalled.has(id) && !gone.has(id),
  );

/** The ids of a document's lines. @param of the table and its column that names the document */
export async function linesOf(
  { db, companyId }: Day,
  of: { table: string; column: string },
  id: string,
): Promise<{ id: string; asset_id: string | null; qty: number }[]> {
  const qty = of.table === "gate_pass_lines" ? "qty" : "1 as qty";
  const { results } = await db
    .prepare(
      `select id, asset_id, ${qty} from ${of.table} where company_id = ? and ${of.column} = ? order by id`,
    )
    .bind(companyId, id)
    .all<{ id: string; asset_id: string | null; qty: number }>();
  return results;
}
