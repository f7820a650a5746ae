import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { assets } from "#drizzle/tenant/index.ts";
import { formatQuery, numberingOf } from "#worker/domain/entity/numbers.ts";
import { callFlow } from "#worker/domain/service-calls/flow.ts";
import { loggedCall, newCall } from "#worker/domain/service-calls/new-call.ts";
import { openingOf, openingQueries } from "#worker/domain/service-calls/opening.ts";
import { reportCall } from "#worker/domain/service-calls/report.ts";
import type { Session } from "#worker/session.ts";
import { DAY, type Day, type Device, HOUR, MINUTE } from "./day.ts";
import { planPass } from "./passes.ts";

const nurses = [
  "Sister Leena Mathew",
  "Sister Rekha Pillai",
  "Staff Nurse Joby",
  "Dr. Anita Desai",
  "Brother Suresh",
  "Sister Fathima",
  "Ward clerk Mohan",
];

/** What a fault's words tell of its cause. */
function causeOf({ random }: Day, problem: string): string {
  if (/batter/i.test(problem)) return "battery";
  if (/sensor|cable|lead|cuff|hose|probe/i.test(problem)) return "accessory";
  return random.weighted({
    ...{ wear_random: 50, pm_predictable: 8, preventable_missed: 6, power_environment: 7 },
    ...{ user_error: 9, abuse_damage: 7, no_problem_found: 6, consumable: 4, unknown: 3 },
  });
}

/** A moment of the day on which something fails: most while wards are busy. */
const momentOf = ({ random }: Day, midnight: number) => {
  const hour = random.weighted({ 7: 8, 9: 22, 11: 20, 14: 18, 16: 14, 19: 10, 22: 5, 3: 3 });
  return midnight + Number(hour) * HOUR + random.int(0, 119) * MINUTE;
};

/** A report from the ward, by the label of the device. */
async function fromWard(
  day: Day,
  device: Device,
  problem: string,
  isDown: boolean,
): Promise<string> {
  const { desk, random } = day;
  const at = Date.now();
  const db = desk.authorize("create-breakdown");
  const today = dayIn(desk.company.timeZone, at);
  const [[asset], [format], ...opening] = await db.read(
    db.byId(assets, device.id),
    formatQuery(db, "call"),
    ...openingQueries(db, device.id, today),
  );
  const call = {
    ...{
      id: newId(at),
      source: "qr" as const,
      reportedByName: random.pick(nurses),
      reportedAt: at,
    },
    ...{ problem, equipmentDown: isDown },
  };
  const numbering = numberingOf("call", desk.company, format, at);
  await db.commit({
    writes: newCall(db, asset!, numbering, call, desk.company, openingOf(opening)),
    activity: loggedCall(asset!, call),
    answer: { status: 201, message: "", data: null },
  });
  return call.id;
}

/** How far a call has come by now, by its age in days. */
const endOf = ({ random }: Day, age: number) =>
  age > 12
    ? "closed"
    : age > 4
      ? random.weighted({ closed: 60, resolved: 25, hold: 12, work: 3 })
      : random.weighted({ resolved: 26, closed: 14, work: 20, hold: 20, assigned: 12, new: 8 });

/** One call from its report to wherever it stands by now. */
export function planCall(day: Day, device: Device, at: number): void {
  const { history, random, engineers, desk, now } = day;
  const fault = random.pick(device.faults);
  const isDown = random.chance(0.55);
  const engineer = random.pick(engineers);
  const end = endOf(day, (now - at) / DAY);
  let id = "";
  const move =
    (who: Session, name: string, values: Record<string, unknown> = {}) =>
    async () => {
      if (id) await callFlow.move(who, id, name as "acknowledge", values);
    };
  history.plan(at, async () => {
    // A device has one open call; what else is seen is told to it.
    if (day.busy.has(device.id)) return;
    day.busy.add(device.id);
    id = random.chance(0.45)
      ? await fromWard(day, device, fault.problem, isDown)
      : (
          await reportCall(engineer, {
            ...{ assetId: device.id, problem: fault.problem, equipmentDown: isDown ? "yes" : "no" },
          })
        ).data.id;
  });
  if (end === "new") return;
  let next = at + random.int(6, 55) * MINUTE;
  const after = (least: number, most: number) => {
    next += random.int(least, most) * MINUTE;
    return next;
  };
  if (random.chance(0.02)) {
    history.plan(next, async () => {
      await move(desk, "cancel", {
        reason: "Reported by mistake: the device was only switched off.",
      })();
      if (id) day.busy.delete(device.id);
    });
    return;
  }
  history.plan(next, move(desk, "acknowledge"));
  history.plan(
    after(5, 90),
    move(desk, "assign", { assignedUserId: engineer.actor.userId, assignedTeamId: day.teamId }),
  );
  if (end === "assigned") return;
  history.plan(after(10, 260), move(engineer, "start"));
  if (end === "hold" || random.chance(0.28)) {
    const partner = day.vendors.find(({ kinds }) => kinds.includes("service"));
    if (partner && random.chance(0.18)) {
      const isOut = end === "hold";
      const back = planPass(day, after(20, 120), isOut ? "out" : "back", () =>
        id
          ? {
              ...{ purpose: "repair", vendorId: partner.id, breakdownId: id },
              ...{ days: 7, things: [{ device }] },
            }
          : null,
      );
      if (isOut) return;
      next = back + 30 * MINUTE;
    } else {
      const holdReason = random.weighted({
        ...{ awaiting_part: 42, awaiting_vendor: 30, asset_in_use: 14, awaiting_approval: 10 },
      });
      history.plan(after(20, 120), move(engineer, "hold", { holdReason }));
      if (end === "hold") return;
      history.plan(after(5 * 60, 4 * 24 * 60), move(engineer, "resume"));
    }
  }
  if (end === "work") return;
  const causeCode = causeOf(day, fault.problem);
  history.plan(after(25, 300), async () => {
    await move(engineer, "resolve", {
      causeCode,
      resolution:
        causeCode === "no_problem_found" ? "Tested for two hours, no fault found." : fault.action,
    })();
    if (id) day.busy.delete(device.id);
  });
  if (end === "resolved") return;
  history.plan(after(60, 3 * 24 * 60), move(desk, "close"));
}

/** Calls of three years, more of late; days without order, and hours as wards are busy. */
export function planCalls(day: Day, count: number): void {
  const { random, now, devices } = day;
  const years = 3 * 365;
  for (let n = 0; n < count; n++) {
    const device = random.pick(devices);
    const age =
      n < count * 0.035 ? random.next() * 4 : Math.floor(random.next() ** 1.25 * (years - 5)) + 4;
    const midnight = Math.floor((now - age * DAY) / DAY) * DAY - 5.5 * HOUR;
    const at = Math.min(momentOf(day, midnight), now - 5 * MINUTE);
    if (at > device.since) planCall(day, device, at);
  }
}
