import { DAY, dayAt } from "../working-day/day.ts";
import type { Bench } from "./bench.ts";
import type { InForce } from "./signing.ts";

/** A calibration waits so long for a standard, and looks again. */
export const WAITS = 4 * DAY;

/** The standards for a procedure's roles that are in use and in date: of several the one whose ranges answer for more of it. */
export async function standardsFor({ db, companyId }: Bench, { content }: InForce) {
  const { results } = await db
    .prepare(
      `select s.id, s.role_codes as roles, (select json_group_array(r.unit) from calibrator_ranges as r where r.company_id = s.company_id
        and r.calibrator_certificate_id = s.current_certificate_id) as units from calibrators as s
        where s.company_id = ? and s.status = 'in_service' and s.due_on > ? order by s.calibrator_no`,
    )
    .bind(companyId, dayAt(Date.now() + WAITS))
    .all<{ id: string; roles: string; units: string }>();
  return content.roles.map(({ role }) => {
    const asked = content.parameters.filter((one) => one.role === role).map(({ unit }) => unit);
    const fitting = (units: string) => asked.filter((unit) => units.includes(`"${unit}"`)).length;
    const [first] = results
      .filter(({ roles }) => (JSON.parse(roles) as string[]).includes(role))
      .sort((a, b) => fitting(b.units) - fitting(a.units));
    return { role, calibratorId: first?.id ?? null };
  });
}
export type Chosen = Awaited<ReturnType<typeof standardsFor>>;
