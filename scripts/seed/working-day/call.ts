import { type HoldReason, proposedPriority } from "#app/shared/call-words.ts";
import { reportCall } from "#worker/domain/service-calls/report.ts";
import { among, type Call, moving } from "./call-moves.ts";
import {
  again,
  type End,
  endOf,
  failureOf,
  impacts,
  mistakes,
  paces,
  ratings,
  remarks,
  thanks,
} from "./causes.ts";
import { Course } from "./course.ts";
import { type Day, type Device, MINUTE, onDuty } from "./day.ts";
import { held } from "./held.ts";
import { isReported, reporting } from "./reports.ts";

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

/** Reports a fault of a device: most often from the ward, else by somebody who has signed in. */
async function reported(day: Day, device: Device): Promise<Call> {
  const { random, ward, desk, engineers } = day;
  const fault = failureOf(random, device);
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
  const begin = among(random, pace.begin) * (random.chance(0.12) ? 2.6 : 1);
  // Whoever gives a call to somebody need not acknowledge it before.
  const isSeen = standing === "acknowledged" || turn !== null || random.chance(0.4);
  course.after(begin * 0.25, isSeen ? moving(call, desk, "acknowledge") : undefined);
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
  const end = endOf(random, call.fault);
  const isWritten = isReported(day, at, standing !== "past");
  course.after(work * 0.7, isWritten ? reporting(day, call, end) : undefined);
  course.after(4, resolving(day, call, end));
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

const resolving = (day: Day, call: Call, end: End) => async () => {
  const { causeCode, resolution } = end;
  await moving(call, call.engineer, "resolve", { causeCode, resolution })();
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
    if (isAgain) await resolving(day, call, endOf(random, call.fault))();
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
