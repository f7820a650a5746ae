import { passFlow } from "#worker/domain/gate-passes/flow.ts";
import { createPass } from "#worker/domain/gate-passes/save.ts";
import type { Session } from "#worker/session.ts";
import {
  DAY,
  type Day,
  type Device,
  dayAt,
  linesOf,
  MINUTE,
  onDuty,
  workingMoment,
} from "./day.ts";
import { type Sent, sentOn } from "./sent.ts";

const carriers = ["K. Murugan", "Ravi Courier Service", "S. Prakash", "Blue Line Transport"];
const LINES = { table: "gate_pass_lines", column: "gate_pass_id" };
const ends = [
  ...(["draft", "asked", "approved", "rejected", "cancelled"] as const),
  ...(["out", "extended", "part", "back", "lost"] as const),
];
export type End = (typeof ends)[number];

/** One gate pass from its writing to wherever it stands by now. @returns when it was planned to be back */
export function planPass(day: Day, at: number, end: End, sent: () => Sent | null): number {
  const { history, random, desk, engineers, guard, shelves } = day;
  const writes = random.pick(engineers);
  let id = "";
  let taken: Device[] = [];
  const move =
    (who: Session, name: string, values: Record<string, unknown> = {}) =>
    async () => {
      if (id) await passFlow.move(who, id, name as "approve", values);
    };
  const done = () => {
    for (const device of taken) day.busy.delete(device.id);
    shelves.release(id);
  };
  let isReturnable = true;
  history.plan(at, async () => {
    const made = sent();
    if (!made) return;
    isReturnable = made.isReturnable ?? true;
    // Its call keeps the device of a repair.
    taken = made.breakdownId ? [] : made.things.flatMap(({ device }) => device ?? []);
    const things = await Promise.all(
      made.things.map(async (thing) => ({
        ...thing,
        item: await shelves.find(thing.partNo, thing.qty ?? 1),
      })),
    );
    const { data } = await createPass(writes, {
      ...{ kind: isReturnable ? "returnable" : "non_returnable", purpose: made.purpose },
      ...(made.vendorId ? { vendorId: made.vendorId } : { partyName: made.partyName }),
      ...{ carrierName: random.pick(carriers), carrierPhone: `+91 98450 ${random.digits(5)}` },
      vehicleNo: `KA 0${random.int(1, 9)} M ${random.digits(4)}`,
      ...(isReturnable ? { expectedReturnOn: dayAt(at + made.days * DAY) } : {}),
      ...(made.breakdownId ? { breakdownId: made.breakdownId } : {}),
      isSubmitted: end !== "draft",
      lines: things.map(({ device, item, description, qty = 1 }) => ({
        ...(device ? { assetId: device.id, serialNo: device.serialNo } : null),
        ...(item ? { stockItemId: item.id } : null),
        ...(device || item ? null : { description }),
        ...{ qty, conditionOut: item ? "fair" : "good", accessoryIds: [] },
      })),
    });
    id = data.id;
    for (const { item, qty = 1 } of things) if (item) shelves.promise(id, item, qty);
    for (const device of taken) day.busy.add(device.id);
  });
  let next = at;
  const after = (least: number, most: number) => {
    next = onDuty(day, next + random.int(least, most) * MINUTE);
    return next;
  };
  if (end === "draft" || end === "asked") return next;
  if (end === "rejected") {
    history.plan(after(60, 600), async () => {
      await move(desk, "reject", { reason: "The vendor comes to the site for this." })();
      done();
    });
    return next;
  }
  if (end === "cancelled") {
    history.plan(after(60, 600), async () => {
      await move(writes, "cancel", { reason: "The lab's van is full, it goes next month." })();
      done();
    });
    return next;
  }
  history.plan(after(20, 300), move(desk, "approve"));
  if (end === "approved") return next;
  history.plan(after(10, 200), async () => {
    shelves.release(id);
    await move(guard, "out")();
  });
  if (end === "out") return next;
  if (end === "extended") {
    history.plan(after(4 * 24 * 60, 5 * 24 * 60), () =>
      move(writes, "extend", {
        newOn: dayAt(Date.now() + 12 * DAY),
        reason: "The lab waits for a reference gas",
      })(),
    );
    return next;
  }
  if (end === "lost") {
    history.plan(
      after(60 * 24 * 60, 90 * 24 * 60),
      move(desk, "write-off", { reason: "The party has closed down and does not answer." }),
    );
    return next;
  }
  history.plan(after(2 * 24 * 60, 7 * 24 * 60), async () => {
    if (!id || !isReturnable) return;
    const lines = await linesOf(day, LINES, id);
    const back = end === "part" ? lines.slice(0, 1) : lines;
    await move(guard, "return", {
      lines: back.map((line) => ({
        ...{ id: line.id, conditionIn: "good" },
        qty: end === "part" ? Math.max(1, Math.floor(line.qty / 2)) : line.qty,
      })),
    })();
    if (end === "back") done();
  });
  return next;
}

/** Passes as they stand today: how, since how many days, and for how many days they were to be out. */
const today: readonly (readonly [end: End, daysAgo: number, days: number])[] = [
  ["asked", 0.3, 10],
  ["out", 3, 10],
  // Overdue.
  ["out", 13, 6],
  ["draft", 0.2, 8],
  ["asked", 1.2, 12],
  ["approved", 1.6, 9],
  ["out", 5, 14],
  ["out", 20, 9],
  ["part", 11, 21],
  ["part", 19, 10],
  ["extended", 8, 7],
  ["lost", 240, 14],
  ["cancelled", 46, 10],
  ["rejected", 71, 10],
];

/** Passes of three years besides those of repairs, and those of today: calibration, loans, refills, demonstration units. @param share of today's that the company has */
export function planPasses(day: Day, count: number, share: number): void {
  const { random } = day;
  const now = today.slice(0, Math.ceil(today.length * share));
  for (let n = 0; n < count; n++) {
    const [end, daysAgo, days] = now[n] ?? [
      random.weighted({ back: 92, rejected: 5, cancelled: 3 }),
      random.int(16, 1040),
      random.int(9, 16),
    ];
    planPass(day, workingMoment(day, daysAgo), end, () => sentOn(day, end, days));
  }
}
