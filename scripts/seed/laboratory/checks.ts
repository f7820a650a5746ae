import { step } from "#app/shared/due-series.ts";
import { recordCheck } from "#worker/domain/calibrators/checks.ts";
import { calibratorFlow } from "#worker/domain/calibrators/flow.ts";
import { dayAt } from "../working-day/day.ts";
import { at, type Bench, daysBefore, daysSince, engineerAt } from "./bench.ts";
import { type CalibratorRow, type CheckRow, checkRows } from "./tables.ts";

/** The checks of the defibrillator analyser up to the one that it did not pass, the last one last. */
const drifting = {
  calibrator: "DA-02",
  ago: 6,
  values: [
    ...["200.1", "199.8", "200.2", "199.9", "200.0", "200.3", "199.9", "199.7", "200.1", "200.2"],
    ...["200.4", "200.1", "199.9", "200.2", "200.3", "200.5", "200.4", "200.7", "201.6"],
  ],
};
/** A check that nobody has made in time, in days ago. */
const late: Partial<Record<string, number>> = { "RM-01": 204 };
/** Days around a journey on which a standard is not checked. */
const AROUND = 9;
/** Part of the limit that a standard in order does not come near. */
const CALM = 0.6;

const rows = checkRows();
const checksOf = ({ own }: CalibratorRow) =>
  rows.filter(({ calibrator }) => calibrator === own.calibratorNo);

/** A value about its reference, about as far off as its spread. */
function checkValue({ reference, limit, spread }: CheckRow, { random }: Bench): string {
  const bell = 2 * Array.from({ length: 3 }, () => random.next() - 0.5).reduce((a, b) => a + b, 0);
  const most = CALM * Number(limit);
  const off = Math.max(-most, Math.min(most, bell * Number(spread)));
  return (Number(reference) + off).toFixed(reference.split(".")[1]?.length ?? 0);
}

/** The standard that a check is made with; none while it is away itself. */
async function inService({ db, companyId, ids }: Bench, standard: string): Promise<string> {
  const id = ids.calibrators.get(standard) ?? "";
  const there = await db
    .prepare("select 1 from calibrators where company_id = ? and id = ? and status = 'in_service'")
    .bind(companyId, id)
    .first();
  return there ? id : "";
}

function planCheck(bench: Bench, row: CheckRow, when: number, value: string, turn: number): void {
  const { ids, history } = bench;
  history.plan(when, async () => {
    const { parameter, nominal, unit, reference, limit, standard, note } = row;
    return recordCheck(engineerAt(bench, turn), ids.calibrators.get(row.calibrator)!, {
      ...{ parameter, nominal, unit, value, reference, limitValue: limit },
      checkStandardId: await inService(bench, standard),
      ...{ checkedOn: dayAt(when), note },
    });
  });
}

/** Checks at their interval, back from the latest one. @param away days ago on which it was with a laboratory */
export function planChecks(
  bench: Bench,
  row: CalibratorRow,
  turn: number,
  away: readonly number[],
) {
  const { random, days } = bench;
  const { calibratorNo: no = "" } = row.own;
  const isDrifting = no === drifting.calibrator;
  const latest = isDrifting ? drifting.ago : (late[no] ?? random.int(4, row.checkMonths * 30 - 6));
  const first = daysBefore(bench, latest);
  for (let back = 0; ; back++) {
    const ago = daysSince(bench, step(first, "month", -row.checkMonths * back));
    if (ago > days - 20) break;
    const known = isDrifting ? drifting.values.at(-1 - back) : undefined;
    if (known === undefined && away.some((on) => Math.abs(on - ago) <= AROUND)) continue;
    for (const [nth, check] of checksOf(row).entries())
      planCheck(
        bench,
        check,
        at(bench, ago, 9.5 + turn / 20 + nth / 4),
        known ?? checkValue(check, bench),
        turn + back,
      );
  }
}

/** After it was adjusted it passes a check, and somebody else than who held it back lets it go. */
export function planPassed(
  bench: Bench,
  row: CalibratorRow,
  calibrated: number,
  turn: number,
): void {
  const { history, ids, head } = bench;
  const [check] = checksOf(row);
  planCheck(bench, check!, at(bench, calibrated - 8, 10), checkValue(check!, bench), turn);
  history.plan(at(bench, calibrated - 9, 12), () =>
    calibratorFlow.move(head, ids.calibrators.get(row.own.calibratorNo!)!, "release", {
      reason: "Adjusted by its laboratory, and the check after it was passed",
    }),
  );
}

/** A check that is not passed some days before it goes to its laboratory. */
export function planFailed(
  bench: Bench,
  no: string,
  ago: number,
  value: string,
  turn: number,
): void {
  const row = rows.find(({ calibrator }) => calibrator === no)!;
  planCheck(bench, row, at(bench, ago, 10), value, turn);
}
