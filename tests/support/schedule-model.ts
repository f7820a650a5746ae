import { daysApart, type Every, lastOfMonth, moved, seriesDays, walked } from "./plain-calendar.ts";

const HORIZON = 400;

export type Terms = Every & {
  kind: "pm" | "electrical_safety";
  mode: "fixed" | "floating";
  anchor: string;
  ends: string | null;
  before: number;
  after: number;
};
export type Status = "scheduled" | "in_progress" | "deferred" | "done" | "missed" | "cancelled";
export type Due = {
  on: string;
  opens: string;
  closes: string;
  status: Status;
  deferTo: string | null;
  doneOn: string | null;
  /** Something is in its history. */
  isTouched: boolean;
  isAssigned: boolean;
};
export type Frozen = {
  of: Due;
  opens: string;
  closes: string;
  settlesOn: string;
  state: "due" | "excluded";
  outcome: string | null;
};
export type Schedule = {
  id: string;
  terms: Terms;
  isActive: boolean;
  hold: { from: string; until: string } | null;
  next: string | null;
  dues: Due[];
};
export type Report = {
  id: string;
  on: string;
  isPm: boolean;
  did: { schedule: Schedule; due: Due } | null;
};

export const isOpen = ({ status }: Due) =>
  status === "scheduled" || status === "in_progress" || status === "deferred";
export const planOf = ({ deferTo, on }: Due) => deferTo ?? on;
const dayAfter = (on: string) => walked(on, 1);

/** What the rules of section 11 of the data model make of one device, said once more and plainly. */
export class PlannedDevice {
  schedules: Schedule[] = [];
  reports: Report[] = [];
  frozen: Frozen[] = [];
  isCondemned = false;
  /** The day of the last morning. */
  doneOn: string | null = null;
  readonly today: string;

  constructor(today: string) {
    this.today = today;
  }

  dues = () =>
    this.schedules.flatMap((schedule) => schedule.dues.map((due) => ({ schedule, due })));
  isFrozen = (due: Due) => this.frozen.some(({ of }) => of === due);
  nextPm = () =>
    this.dues()
      .filter(({ schedule, due }) => schedule.terms.kind === "pm" && isOpen(due))
      .map(({ due }) => planOf(due))
      .sort()[0] ?? null;

  /** A date is made where there is none, and comes back where it was cancelled. */
  #make(schedule: Schedule, on: string) {
    const { before, after } = schedule.terms;
    const window = { opens: walked(on, -before), closes: walked(on, after) };
    const there = schedule.dues.find((due) => due.on === on);
    if (!there) {
      const fresh = { deferTo: null, doneOn: null, isTouched: false, isAssigned: false };
      schedule.dues.push({ on, ...window, status: "scheduled", ...fresh });
    } else if (there.status === "cancelled")
      Object.assign(there, { ...window, status: "scheduled", deferTo: null });
  }
  #firstAfter = (schedule: Schedule, on: string) =>
    schedule.terms.mode === "fixed"
      ? (seriesDays(schedule.terms, dayAfter(on), walked(on, 8000)).at(0) ?? null)
      : null;

  add(id: string, terms: Terms) {
    const schedule: Schedule = { id, terms, isActive: true, hold: null, next: null, dues: [] };
    const until = walked(this.today, HORIZON);
    const from = walked(this.today, -HORIZON);
    const days = terms.mode === "fixed" ? seriesDays(terms, from, until) : [terms.anchor];
    for (const on of days) this.#make(schedule, on);
    schedule.next = this.#firstAfter(schedule, until);
    this.schedules.push(schedule);
  }

  edit(schedule: Schedule, terms: Terms) {
    const isSame = JSON.stringify(terms) === JSON.stringify(schedule.terms);
    schedule.terms = terms;
    if (isSame) return;
    const { today } = this;
    const isFixed = terms.mode === "fixed";
    const until = walked(today, HORIZON);
    const all = isFixed
      ? seriesDays(terms, today, until)
      : [terms.anchor].filter((on) => on >= today);
    const hasAnchor = () =>
      schedule.dues.some(({ on, status }) => on === terms.anchor && status !== "cancelled");
    const planned = () =>
      schedule.dues.filter(({ on, status }) => status === "scheduled" && on >= today);
    const gone = () => {
      if (isFixed) return planned().filter(({ on }) => !all.includes(on));
      if (all.length && !hasAnchor()) return planned().filter(({ on }) => on !== terms.anchor);
      const firstOpen = schedule.dues
        .filter(isOpen)
        .map(({ on }) => on)
        .sort()[0]!;
      return planned().filter(({ on }) => on > firstOpen);
    };
    const isFar = ({ on, opens }: Due) => on > lastOfMonth(today) && opens > today;
    const forgotten = gone().filter((due) => isFar(due) && this.#isUntouched(due));
    schedule.dues = schedule.dues.filter((due) => !forgotten.includes(due));
    for (const due of gone()) this.#cancel(due);
    for (const due of planned().filter(isFar)) {
      due.opens = walked(due.on, -terms.before);
      due.closes = walked(due.on, terms.after);
    }
    if (isFixed || (!hasAnchor() && !schedule.dues.some(isOpen)))
      for (const on of all) this.#make(schedule, on);
    schedule.next = this.#firstAfter(schedule, until);
  }
  #isUntouched = (due: Due) =>
    due.status === "scheduled" && !due.isTouched && !due.isAssigned && !this.isFrozen(due);
  #cancel(due: Due) {
    Object.assign(due, { status: "cancelled", isTouched: true });
  }

  end(schedule: Schedule) {
    Object.assign(schedule, { isActive: false, next: null });
    for (const due of schedule.dues.filter(isOpen)) this.#cancel(due);
  }
  condemn() {
    this.isCondemned = true;
    for (const schedule of this.schedules) this.end(schedule);
  }

  generate(today: string) {
    const until = walked(today, HORIZON);
    for (const schedule of this.schedules) {
      if (!schedule.isActive || schedule.next === null || schedule.next > until) continue;
      for (const on of seriesDays(schedule.terms, schedule.next, until)) this.#make(schedule, on);
      schedule.next = this.#firstAfter(schedule, until);
    }
  }

  /** A floating series goes on from a day, where nothing of it is open: past days of it that are over. */
  goOn(schedule: Schedule, from: string) {
    const { terms } = schedule;
    if (terms.mode !== "floating" || !schedule.isActive || this.isCondemned) return;
    if (schedule.dues.some(isOpen)) return;
    const first = moved(from, terms);
    for (let on = first; on < walked(first, 10); on = dayAfter(on)) {
      if (terms.ends !== null && on > terms.ends) return;
      if (schedule.dues.some((due) => due.on === on && due.status !== "cancelled")) continue;
      this.#make(schedule, on);
      return;
    }
  }

  /** What a PM on a day may do by the rule: the nearest in its window; more than one where they are as near. */
  nearest(on: string): { schedule: Schedule; due: Due }[] {
    const lastDay = (due: Due) => {
      const later = walked(planOf(due), daysApart(due.on, due.closes));
      return later > due.closes ? later : due.closes;
    };
    const rank = ({ due }: { due: Due }) =>
      [
        Number(lastDay(due) < on),
        String(Math.abs(daysApart(planOf(due), on))).padStart(6, "0"),
        due.on,
      ].join();
    const fitting = this.dues().filter(
      ({ schedule: { terms }, due }) =>
        terms.kind === "pm" &&
        isOpen(due) &&
        due.opens <= on &&
        (lastDay(due) >= on || terms.mode === "floating"),
    );
    const best = fitting.map(rank).sort()[0];
    return fitting.filter((one) => rank(one) === best);
  }
  serve(report: Report, did: { schedule: Schedule; due: Due } | undefined) {
    if (!did) return;
    Object.assign(did.due, { status: "done", doneOn: report.on, isTouched: true });
    report.did = did;
    this.goOn(did.schedule, report.on);
  }
  isOvertaken = ({ did }: Report) =>
    Boolean(did?.schedule.dues.some(({ on, status }) => status === "done" && on > did.due.on));
  release(report: Report) {
    const { did } = report;
    if (!did) return;
    const { schedule, due } = did;
    if (schedule.terms.mode === "floating") {
      schedule.dues = schedule.dues.filter((one) => !this.#isUntouched(one));
      for (const one of schedule.dues)
        if (one.status === "scheduled" && !one.isAssigned) this.#cancel(one);
    }
    Object.assign(due, { status: due.deferTo ? "deferred" : "scheduled", doneOn: null });
    report.did = null;
  }
  tidy(due: Due | undefined) {
    const owner = this.schedules.find(({ dues }) => dues.includes(due!));
    if (due && isOpen(due) && owner && !owner.isActive) this.#cancel(due);
  }

  /** The morning of a day: what was due until the day before is frozen, and what is over is settled. */
  morning(day: string) {
    const from = `${(this.doneOn ?? "2000-01-01").slice(0, 7)}-01`;
    for (const { schedule, due } of this.dues()) {
      if (due.on < from || due.on >= day || this.isFrozen(due)) continue;
      const { hold } = schedule;
      const isHeld = hold !== null && hold.from <= due.on && due.on <= hold.until;
      // Whatever is done in the test is done today: only what is due later was excluded before its day.
      const isExcluded = due.on > this.today && (isHeld || due.status === "cancelled");
      const last = [lastOfMonth(due.on), due.closes].sort()[1]!;
      this.frozen.push({
        ...{ of: due, opens: due.opens, closes: due.closes, settlesOn: dayAfter(last) },
        ...{ state: isExcluded ? "excluded" : "due", outcome: null },
      });
    }
    for (const row of this.frozen) {
      if (row.state === "excluded" || row.outcome || row.settlesOn > day) continue;
      const { status, doneOn } = row.of;
      const isDone = status === "done" && row.settlesOn > this.today && doneOn! >= row.opens;
      row.outcome = isDone ? (doneOn! > row.closes ? "late" : "on_time") : "not_done";
    }
    this.doneOn = day;
  }

  standing({ hold }: Schedule, due: Due): string {
    if (!isOpen(due)) return due.status;
    const plan = planOf(due);
    if (hold && hold.from <= plan && plan <= hold.until) return "held";
    if (plan < this.today) return "overdue";
    return due.opens <= this.today ? "in_window" : "planned";
  }
}
