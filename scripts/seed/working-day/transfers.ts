import { transferFlow } from "#worker/domain/transfers/flow.ts";
import { createTransfer } from "#worker/domain/transfers/write.ts";
import type { Session } from "#worker/session.ts";
import { DAY, type Day, type Device, dayAt, linesOf, MINUTE, workingMoment } from "./day.ts";

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

/** How a transfer ends, by its age in days. */
function endOf({ random }: Day, age: number, isLent: boolean) {
  if (age < 1.5) return random.weighted({ requested: 4, approved: 2 });
  if (age < 4) return random.weighted({ dispatched: 3, received: 3 });
  const kept = { received: 84, discrepancy: 7, rejected: 5, cancelled: 4 };
  return isLent && age > 10
    ? random.weighted({ ...kept, received: 8, returned: 76 })
    : random.weighted(kept);
}

/** One transfer of some devices of a Location, from the request to wherever it stands by now. */
export function planTransfer(day: Day, at: number): void {
  const { history, random, desk, engineers, departments, now } = day;
  const [asks, takes] = random.shuffled(engineers) as [Session, Session];
  const isLent = random.chance(0.3);
  const end = endOf(day, (now - at) / DAY, isLent);
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
    const free = day.devices.filter(
      (device) => device.since < Date.now() - 5 * DAY && !day.busy.has(device.id),
    );
    const first = random.pick(free);
    const wanted = random.weighted({ 1: 60, 2: 28, 3: 12 });
    moved = [
      first,
      ...free.filter((one) => one !== first && one.departmentId === first.departmentId),
    ].slice(0, Number(wanted));
    to = random.pick(departments.filter((one) => one !== first.departmentId));
    const { data } = await createTransfer(asks, {
      ...{ kind: isLent ? "temporary" : "permanent", toDepartmentId: to, isDraft: false },
      ...(isLent ? { dueBackOn: dayAt(at + random.int(5, 14) * DAY) } : {}),
      reason: random.pick(isLent ? loans : reasons),
      lines: moved.map((device) => ({ assetId: device.id, conditionOut: "good" })),
    });
    id = data.id;
    for (const device of moved) day.busy.add(device.id);
  });
  if (end === "requested") return;
  let next = at;
  const after = (least: number, most: number) => {
    next += random.int(least, most) * MINUTE;
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

/** Transfers of three years. */
export function planTransfers(day: Day, count: number): void {
  const { random } = day;
  for (let n = 0; n < count; n++)
    planTransfer(day, workingMoment(day, n < 10 ? n * 0.45 : random.int(5, 1050)));
}
