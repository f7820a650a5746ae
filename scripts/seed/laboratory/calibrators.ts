import { step } from "#app/shared/due-series.ts";
import { calibrators } from "#worker/domain/calibrators/calibrators.ts";
import { calibratorFlow } from "#worker/domain/calibrators/flow.ts";
import { at, type Bench, daysBefore, daysSince, engineerAt } from "./bench.ts";
import { planCertificate } from "./certificates.ts";
import { planChecks, planPassed } from "./checks.ts";
import { courseOf } from "./figures.ts";
import type { CalibratorRow } from "./tables.ts";

/** What happens to some standards beside the usual; days are days ago. */
export type Turns = {
  /** Calibrations, counted back from the last one, at which it was found out of tolerance and adjusted. */
  found?: Partial<Record<string, number>>;
  /** Is back with a new certificate that nobody has accepted. */
  waits?: string;
  /** Is with its laboratory today. */
  out?: string;
};

const SENT_BEFORE = 6;
const BACK_AFTER = 3;
const handling: Partial<Record<string, string>> = {
  "MS-E2": "Tweezers of the set only. Never touched by hand.",
  "RT-02": "The probe is not bent, and cools to room temperature before it is put away.",
  "DA-02": "Paddles are wiped after each day. Battery is charged on Fridays.",
};

/** The days of its calibrations, the oldest first. */
function calibrationDays(bench: Bench, { last, years, months }: CalibratorRow): string[] {
  const count = Math.floor((years * 12) / months) + 1;
  const latest = daysBefore(bench, last);
  return Array.from({ length: count }, (_, back) =>
    // A laboratory gives back a standard some days earlier each time, so that it never runs out.
    daysBefore(bench, daysSince(bench, step(latest, "month", -months * back)) - 8 * back),
  ).reverse();
}

/** The way to its laboratory, and back unless it is there still. @param on days ago on which it is calibrated */
function planJourney(
  bench: Bench,
  row: CalibratorRow,
  { on, turn, isAway = false }: { on: number; turn: number; isAway?: boolean },
): void {
  const { history, ids } = bench;
  const id = () => ids.calibrators.get(row.own.calibratorNo!)!;
  const who = engineerAt(bench, turn);
  history.plan(at(bench, on + SENT_BEFORE, 10 + turn / 20), () =>
    calibratorFlow.move(who, id(), "send", { reason: `To ${row.lab}` }),
  );
  if (isAway) return;
  history.plan(at(bench, on - BACK_AFTER, 15 + turn / 20), () =>
    calibratorFlow.move(who, id(), "bring-back", { reason: "" }),
  );
  if (turn % 2) return;
  history.plan(at(bench, on - BACK_AFTER, 16.5 + turn / 30), () =>
    calibratorFlow.move(who, id(), "transport-check", { reason: "No damage, works as before" }),
  );
}

function planLife(bench: Bench, row: CalibratorRow, turn: number, turns: Turns): void {
  const { history, days, ids, random } = bench;
  const { calibratorNo: no = "" } = row.own;
  history.plan(at(bench, days - 2, 10 + turn / 20), async () => {
    const place = await bench.db
      .prepare(
        "select id from locations where company_id = ? order by length(path) desc, id limit 1",
      )
      .bind(bench.companyId)
      .first<{ id: string }>();
    const { data } = await calibrators.create(bench.head, {
      ...row.own,
      ...{ roleCodes: row.roles, locationId: place?.id ?? "" },
      custodianId: engineerAt(bench, turn).actor.userId,
      ...{ intervalValue: row.months, intervalUnit: "month", intervalSource: "manufacturer" },
      ...{ checkEveryValue: row.checkMonths, checkEveryUnit: "month" },
      handlingNotes: handling[no] ?? "",
    });
    ids.calibrators.set(no, data.id);
  });
  const calibrated = calibrationDays(bench, row);
  const back = turns.found?.[no];
  const out = back === undefined ? -1 : calibrated.length - 1 - back;
  const waits = turns.waits === no ? [daysBefore(bench, 8)] : [];
  const all = [...calibrated, ...waits];
  const course = courseOf(row.ranges, all.length, new Set([out]), random);
  const away: number[] = [];
  for (const [nth, on] of all.entries()) {
    const ago = daysSince(bench, on);
    // What was calibrated before the books were opened is entered in their first days.
    const isOld = ago + SENT_BEFORE > days - 4;
    if (!isOld) {
      away.push(ago);
      planJourney(bench, row, { on: ago, turn: turn + nth });
    }
    const found = nth === out;
    planCertificate(bench, {
      row,
      turn,
      nth,
      on,
      isOld,
      found,
      course,
      waits: nth >= calibrated.length,
    });
    if (found) planPassed(bench, row, ago, turn);
  }
  if (turns.out === no) {
    away.push(14);
    planJourney(bench, row, { on: 14, turn, isAway: true });
  }
  planChecks(bench, row, turn, away);
}

/** Standards from their first day: with certificates, ways to laboratories, and checks in between. */
export function planCalibrators(bench: Bench, rows: readonly CalibratorRow[], turns: Turns): void {
  for (const [turn, row] of rows.entries()) planLife(bench, row, turn, turns);
}
