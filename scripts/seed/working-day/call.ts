import { type CallPriority, type HoldReason, proposedPriority } from "#app/shared/call-words.ts";
import { callFlow } from "#worker/domain/service-calls/flow.ts";
import { reportCall } from "#worker/domain/service-calls/report.ts";
import type { Session } from "#worker/session.ts";
import {
  again,
  endOf,
  holds,
  holdWeights,
  impacts,
  mistakes,
  paces,
  ratings,
  remarks,
  thanks,
} from "./causes.ts";
import { Course } from "./course.ts";
import { type Day, type Device, type Fault, HOUR, MINUTE, onDuty, type Vendor } from "./day.ts";
import { planPass } from "./passes.ts";

/** Where a call is to stand at the end of the play; `past` goes through to its end. */
export type Standing =
  | "past"
  | "new"
  | "acknowledged"
  | "assigned"
  | "in_progress"
  | "resolved"
  | `hold:${HoldReason}`;
/** What is special in the life of a call. */
export type Turn = "cancelled" | "duplicate" | "joined" | "reopened" | "delay" | "harm" | null;

type Call = {
  id: string;
  device: Device;
  fault: Fault;
  isDown: boolean;
  priority: CallPriority;
  engineer: Session;
  /** The private link of who reported it, where it came from the ward. */
  token: string | null;
};

const among = (random: Day["random"], [least, most]: readonly [number, number]) =>
  random.int(least, most);

type Move = Parameters<typeof callFlow.move>[2];
const moving =
  ({ id }: Pick<Call, "id">, who: Session, name: Move, values: Record<string, unknown> = {}) =>
  () =>
    callFlow.move(who, id, name, values);

/** Reports a fault of a device: most often from the ward, else by somebody who has signed in. */
async function reported(day: Day, device: Device): Promise<Call> {
  const { random, ward, desk, engineers } = day;
  const fault = random.pick(device.faults);
  const isDown = random.chance(0.5);
  const call = {
    ...{ device, fault, isDown, engineer: random.pick(engineers) },
    priority: proposedPriority(device.criticality, isDown),
  };
  if (random.chance(0.6)) {
    const { id, token } = await ward.report(device, ward.who(device), {
      ...{ problem: fault.problem, isDown },
    });
    return { ...call, id, token };
  }
  const finder = random.chance(0.7) ? random.pick(engineers) : desk;
  const { data } = await reportCall(finder, {
    ...{ assetId: device.id, problem: fault.problem, equipmentDown: isDown ? "yes" : "no" },
  });
  return { ...call, id: data.id, token: null };
}

/** Plans a call on one of the devices that `choose` offers, from its report to wherever it is to stand. */
export function planCall(
  day: Day,
  at: number,
  choose: () => Device | undefined,
  { standing = "past", turn = null }: { standing?: Standing; turn?: Turn } = {},
): void {
  day.history.plan(at, async () => {
    const device = choose();
    if (!device) return;
    day.busy.add(device.id);
    const course = follow(day, await reported(day, device), at, standing, turn);
    course.plan(day.history, standing === "past" ? null : day.now - 8 * MINUTE);
  });
}

function follow(day: Day, call: Call, at: number, standing: Standing, turn: Turn): Course {
  const { random, desk, teamId } = day;
  const { engineer, priority, device } = call;
  const isUrgent = priority === "critical" || priority === "high";
  const course = new Course(random, at, isUrgent ? (when) => when : (when) => onDuty(day, when));
  if (standing === "new") return course;
  const pace = paces[priority];
  // One in seven waits too long.
  const begin = among(random, pace.begin) * (random.chance(0.14) ? 3 : 1);
  course.after(begin * 0.25, moving(call, desk, "acknowledge"));
  if (standing === "acknowledged") return course;
  if (turn === "cancelled") {
    course.after(20, async () => {
      await moving(call, desk, "cancel", { reason: random.pick(mistakes) })();
      day.busy.delete(device.id);
    });
    return course;
  }
  early(day, call, course, turn);
  course.after(
    begin * 0.25,
    moving(call, desk, "assign", {
      ...{ assignedUserId: engineer.actor.userId, assignedTeamId: teamId ?? "" },
    }),
  );
  if (standing === "assigned") return course;
  course.after(begin * 0.5, moving(call, engineer, "start"));
  const work = among(random, pace.work) * (random.chance(0.14) ? 2.5 : 1);
  course.after(work * 0.3);
  if (random.chance(0.35))
    course.after(2, moving(call, engineer, "remark", { note: random.pick(remarks.engineer) }));
  if (standing.startsWith("hold:")) {
    held(day, call, course, standing.slice(5) as HoldReason, true);
    return course;
  }
  if (random.chance(0.24)) held(day, call, course, null, false);
  if (standing === "in_progress") return course;
  course.after(work * 0.7, resolving(day, call));
  if (standing === "resolved") return course;
  if (turn === "reopened") reopened(day, call, course);
  closing(day, call, course);
  return course;
}

/** What may come before anybody has begun: the same problem again, a word from the ward, what it did to a patient. */
function early(day: Day, call: Call, course: Course, turn: Turn): void {
  const { random, ward, desk, engineers } = day;
  const { device, token, isDown, fault } = call;
  if (turn === "duplicate") {
    const other = engineers.find((one) => one !== call.engineer) ?? call.engineer;
    let second = "";
    course.beside(2, async () => {
      const { data } = await reportCall(other, {
        ...{ assetId: device.id, problem: `On the morning round: ${fault.problem}` },
        equipmentDown: isDown ? "yes" : "no",
      });
      second = data.id;
    });
    course.beside(4, () => moving({ id: second }, desk, "duplicate", { duplicateOfId: call.id })());
  }
  if (turn === "joined")
    course.beside(3, () => ward.addTo(device, ward.who(device), random.pick(remarks.joined)));
  if (turn === "delay" || turn === "harm")
    course.beside(3, moving(call, desk, "correct", { patientImpact: turn, reason: impacts[turn] }));
  if (token && random.chance(0.12))
    course.beside(5, () => ward.remark(token, random.pick(remarks.ward)));
}

const letterTo = (vendor: Vendor, { device, fault, engineer }: Call) => ({
  vendorId: vendor.id,
  subject: `Service call: ${device.make} ${device.model}, serial no ${device.serialNo}`,
  letter: `Dear ${vendor.name},

our ${device.type} ${device.make} ${device.model}, serial no ${device.serialNo}, has failed:
${fault.problem}

Please send an engineer and tell us when to expect the visit.

${engineer.actor.name}`,
});

/** A call that stands for a while. @param isStill whether it does not go on within the play */
function held(
  day: Day,
  call: Call,
  course: Course,
  asked: HoldReason | null,
  isStill: boolean,
): void {
  const { random } = day;
  const { engineer, device } = call;
  const partner = day.vendors.find(({ kinds }) => kinds.includes("service"));
  if (partner && (asked === "sent_out" || (asked === null && random.chance(0.16)))) {
    const back = planPass(day, course.at + 25 * MINUTE, isStill ? "out" : "back", () => ({
      ...{ purpose: "repair", vendorId: partner.id, breakdownId: call.id },
      ...{ days: 7, things: [{ device }] },
    }));
    course.until(back + 40 * MINUTE);
    return;
  }
  const reason = (asked ?? random.weighted(holdWeights)) as keyof typeof holds;
  const { hours, says } = holds[reason];
  course.after(
    15,
    moving(call, engineer, "hold", { holdReason: reason, reason: random.pick(says) }),
  );
  if (reason === "awaiting_vendor" && partner && random.chance(0.7))
    course.after(12, moving(call, engineer, "tell-vendor", letterTo(partner, call)));
  if (isStill) return;
  course.until(course.at + among(random, hours) * HOUR);
  course.after(5, moving(call, engineer, "resume"));
}

const resolving = (day: Day, call: Call) => async () => {
  await moving(call, call.engineer, "resolve", endOf(day.random, call.fault))();
  day.busy.delete(call.device.id);
};

/** It fails again within days, and is repaired for good. */
function reopened(day: Day, call: Call, course: Course): void {
  const { random, ward, desk } = day;
  const { device, token, engineer } = call;
  let isAgain = false;
  course.after(random.int(120, 36 * 60), async () => {
    // Somebody has taken it for something else meanwhile.
    if (day.busy.has(device.id) || day.gone.has(device.id)) return;
    isAgain = true;
    day.busy.add(device.id);
    const reason = random.pick(again);
    if (token) await ward.answer(token, "again", { reason });
    else await moving(call, desk, "reopen", { reason })();
  });
  course.after(random.int(15, 90), async () => {
    if (isAgain) await moving(call, engineer, "remark", { note: random.pick(remarks.engineer) })();
  });
  course.after(random.int(60, 900), async () => {
    if (isAgain) await resolving(day, call)();
  });
}

/** Its end: by who reported it, by the desk, or by the clock once nobody has answered for a week. */
function closing(day: Day, { id, token }: Call, course: Course): void {
  const { random, ward, desk } = day;
  const rating = random.weighted(ratings);
  const said = { rating, ratingNote: random.pick(thanks[rating]!) };
  const byLink = token ? { reporter: 50, later: 14 } : { reporter: 0, later: 0 };
  const way = random.weighted({ ...byLink, desk: token ? 28 : 56, clock: 8 });
  if (way === "clock") return;
  course.after(random.int(20, (way === "reporter" ? 18 : 48) * 60), () =>
    way === "reporter" ? ward.answer(token!, "works", said) : moving({ id }, desk, "close")(),
  );
  if (way === "later")
    course.after(random.int(30, 24 * 60), () => ward.answer(token!, "rate", said));
}
