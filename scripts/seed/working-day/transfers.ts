import { transferFlow } from "#worker/domain/transfers/flow.ts";
import { createTransfer } from "#worker/domain/transfers/write.ts";
import type { Session } from "#worker/session.ts";
import {
  DAY,
  type Day,
  type Device,
  dayAt,
  freeDevices,
  linesOf,
  MINUTE,
  onDuty,
  workingMoment,
} from "./day.ts";

const reasons = [
  "Bed strength raised, more monitors needed",
  "Unit shifted after the ward was rearranged",
  "Spare unit goes where it is used",
  "Needed for the new dialysis stations",
  "Replaces a device that went for repair",
];
const loans = [
  "Lent for the vaccination camp",
  "Lent while the theatre's own unit is serviced",
  "Lent for the weekend's surgery list",
];
const LINES = { table: "asset_transfer_lines", column: "transfer_id" };

const ends = [
  ...(["draft", "requested", "approved", "rejected", "cancelled"] as const),
  ...(["dispatched", "received", "discrepancy", "returned"] as const),
];
type End = (typeof ends)[number];
/** Days for which something is lent; null for good. */
type Lent = number | null;

/** Other Locations where devices of the same type are in use. */
const usedElsewhere = ({ devices }: Day, { type, departmentId }: Device): string[] => [
  ...new Set(
    devices.flatMap((one) =>
      one.type === type && one.departmentId !== departmentId ? one.departmentId : [],
    ),
  ),
];

/** One transfer of some devices of a Location, from the request to wherever it stands by now. */
export function planTransfer(day: Day, at: number, end: End, lent: Lent): void {
  const { history, random, desk, engineers } = day;
  const [asks, takes] = random.shuffled(engineers) as [Session, Session];
  const isLent = lent !== null;
  let id = "";
  let moved: Device[] = [];
  let to = "";
  const move =
    (who: Session, name: string, values: Record<string, unknown> = {}) =>
    async () => {
      if (id) await transferFlow.move(who, id, name as "approve", values);
    };
  const done = () => {
    for (const device of moved) day.busy.delete(device.id);
  };
  history.plan(at, async () => {
    const free = freeDevices(day).filter(
      (one) => one.costMinor < 1_000_000_00 && usedElsewhere(day, one).length > 0,
    );
    if (!free.length) return;
    const first = random.pick(free);
    to = random.pick(usedElsewhere(day, first));
    const wanted = random.weighted({ 1: 60, 2: 28, 3: 12 });
    moved = [
      first,
      ...free.filter(
        (one) =>
          one !== first && one.type === first.type && one.departmentId === first.departmentId,
      ),
    ].slice(0, Number(wanted));
    const { data } = await createTransfer(asks, {
      ...{ kind: isLent ? "temporary" : "permanent", toDepartmentId: to, isDraft: end === "draft" },
      ...(isLent ? { dueBackOn: dayAt(at + lent * DAY) } : {}),
      reason: random.pick(isLent ? loans : reasons),
      lines: moved.map((device) => ({ assetId: device.id, conditionOut: "good" })),
    });
    id = data.id;
    for (const device of moved) day.busy.add(device.id);
  });
  if (end === "draft" || end === "requested") return;
  let next = at;
  const after = (least: number, most: number) => {
    next = onDuty(day, next + random.int(least, most) * MINUTE);
    return next;
  };
  if (end === "rejected" || end === "cancelled") {
    history.plan(after(60, 900), async () => {
      if (end === "rejected")
        await move(desk, "reject", { reason: "The unit is needed where it is." })();
      else await move(asks, "cancel", { reason: "No longer needed." })();
      done();
    });
    return;
  }
  history.plan(after(60, 900), move(desk, "approve"));
  if (end === "approved") return;
  history.plan(after(30, 400), move(asks, "dispatch"));
  if (end === "dispatched") return;
  history.plan(after(15, 600), async () => {
    const lines = await linesOf(day, LINES, id);
    const isRejected = end === "discrepancy";
    await move(takes, "receive", {
      lines: lines.map((line, place) =>
        isRejected && place === 0
          ? {
              ...{ id: line.id, decision: "rejected", conditionIn: "damaged" },
              discrepancy: "Casing cracked on the way, sent back.",
            }
          : { id: line.id, decision: "accepted", conditionIn: "good" },
      ),
    })();
    if (isLent) return;
    for (const [place, device] of moved.entries())
      if (!isRejected || place > 0) device.departmentId = to;
    done();
  });
  if (end !== "returned") return;
  history.plan(after(4 * 24 * 60, 13 * 24 * 60), async () => {
    const lines = await linesOf(day, LINES, id);
    await move(takes, "give-back", {
      lines: lines.map((line) => ({ id: line.id, conditionBack: "good" })),
    })();
    done();
  });
}

/** Transfers as they stand today, with their age in days and for how many days devices are lent. */
const today: readonly (readonly [end: End, daysAgo: number, lent: Lent])[] = [
  ["requested", 1.3, null],
  ["dispatched", 3.1, null],
  // Overdue.
  ["received", 12, 5],
  ["draft", 0.4, null],
  ["draft", 2.2, 10],
  ["requested", 0.3, null],
  ["requested", 2.4, 7],
  ["approved", 2.1, null],
  ["approved", 3.2, null],
  ["dispatched", 4.3, 12],
  ["received", 5, 14],
  ["received", 23, 9],
  ["discrepancy", 6, null],
  ["rejected", 34, null],
  ["cancelled", 52, null],
];

/** Transfers of three years, and those of today. @param share of today's that the company has */
export function planTransfers(day: Day, count: number, share: number): void {
  const { random } = day;
  const now = today.slice(0, Math.ceil(today.length * share));
  for (let n = 0; n < count; n++) {
    const lent = random.chance(0.3) ? random.int(5, 14) : null;
    const past = random.weighted({ received: 84, discrepancy: 7, rejected: 5, cancelled: 4 });
    const isBack = lent !== null && (past === "received" || past === "discrepancy");
    const [end, daysAgo, days] = now[n] ?? [isBack ? "returned" : past, random.int(20, 1050), lent];
    planTransfer(day, workingMoment(day, daysAgo), end, days);
  }
}
