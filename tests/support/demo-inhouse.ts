/* What the demo's in-house calibrations are, each as a condition on its row. */
import { expect } from "vitest";
import { inhouseCalibrationRules } from "#app/shared/flows/inhouse-calibrations.ts";

type Demo = {
  rows: <R>(slug: string, sql: string) => Promise<R[]>;
  by: (slug: string, table: string, column: string) => Promise<Record<string, number>>;
};

const set =
  "measurement_sets as s where s.company_id = own.company_id and s.id = own.measurement_set_id";
const device = "assets as a where a.company_id = own.company_id and a.id = own.asset_id";
/** Those that the hospital is to have, and how many at least. */
const calibrated: Record<string, readonly [least: number, which: string]> = {
  "half measured": [
    1,
    `status = 'draft' and outcome is null and exists (select 1 from ${set} and s.measured like '%"as_found":{"%')`,
  ],
  failed: [2, "status = 'closed' and outcome = 'fail' and conformity = 'fail'"],
  "failed, and reported because of it": [
    1,
    `outcome = 'fail' and exists (select 1 from breakdowns as call where call.company_id = own.company_id and call.id = own.breakdown_id
      and call.asset_id = own.asset_id and call.source = 'calibration_fail')`,
  ],
  "for limited use, as its device says": [
    1,
    `outcome = 'limited' and exists (select 1 from ${device} and a.condition = 'working_limited')`,
  ],
  "for limited use": [2, "outcome = 'limited' and outcome_reason is not null"],
  "not tested, with who was there": [
    1,
    "outcome = 'not_tested' and outcome_reason is not null and contact_on_site is not null",
  ],
  "adjusted, so that it passes": [
    1,
    "action = 'adjusted' and conformity = 'pass' and as_found_conformity = 'fail'",
  ],
  "of which a certificate was begun": [
    1,
    `exists (select 1 from certificate_reports as r join machines as m on m.company_id = r.company_id and m.id = r.machine_id
      where r.company_id = own.company_id and r.id = own.certificate_report_id and r.status = 'draft' and m.asset_id = own.asset_id)`,
  ],
  "that did a planned calibration": [
    4,
    `exists (select 1 from due_occurrences as due where due.company_id = own.company_id and due.id = own.due_occurrence_id
      and due.status = 'done' and due.done_on = own.performed_on)`,
  ],
  "with a cost": [8, "cost_minor > 0"],
};

/** In-house calibrations that cannot be; there must be none. */
const miscalibrated: Record<string, string> = {
  "verified by who measured": "verified_by = technician_id or closed_by = technician_id",
  "closed without what was measured":
    "status = 'closed' and (outcome is null or outcome <> 'not_tested' and conformity is null)",
  "passed against its figures": "outcome = 'pass' and conformity in ('fail', 'conditional_fail')",
  "due before it was done": "next_due_on <= performed_on",
  "closed and due at no time":
    "status = 'closed' and outcome <> 'not_tested' and next_due_on is null",
  "closed later than the last day of its device": `status = 'closed' and outcome <> 'not_tested'
    and exists (select 1 from ${device} and a.last_cal_on < own.performed_on)`,
  "with a standard that was out of date": `status = 'closed' and exists (select 1 from measurement_standards as used where used.company_id = own.company_id
    and used.measurement_set_id = own.measurement_set_id and used.due_on < own.performed_on)`,
};

/** Devices calibrated so often that the trend of their errors is drawn. */
const TRENDS = `select asset_id from inhouse_calibrations where company_id = ? and status = 'closed' and outcome = 'pass'
  group by asset_id having count(*) between 2 and 4`;
const PEOPLE = `select distinct technician_id as id from inhouse_calibrations where company_id = ? and status = 'closed'`;

/** What a hospital of the demo has calibrated of its own, and what came of it. */
export async function expectInhouse({ rows, by }: Demo, slug: string): Promise<void> {
  const states = await by(slug, "inhouse_calibrations", "status");
  expect(Object.keys(states).sort()).toEqual(Object.keys(inhouseCalibrationRules.states).sort());
  expect(states).toMatchObject({ draft: 3, verified: 2, cancelled: 1 });
  expect(states.closed).toBeGreaterThan(22);
  const outcomes = await by(slug, "inhouse_calibrations", "outcome");
  expect(outcomes.pass).toBeGreaterThan(3 * (outcomes.fail! + outcomes.limited!));
  const which = (condition: string) =>
    rows(
      slug,
      `select inhouse_no from inhouse_calibrations as own where company_id = ? and (${condition})`,
    );
  for (const [what, [least, condition]] of Object.entries(calibrated))
    expect((await which(condition)).length, what).toBeGreaterThanOrEqual(least);
  for (const [what, condition] of Object.entries(miscalibrated))
    expect(await which(condition), what).toEqual([]);
  expect((await rows(slug, TRENDS)).length).toBeGreaterThanOrEqual(5);
  expect((await rows(slug, PEOPLE)).length).toBeGreaterThan(1);
}
