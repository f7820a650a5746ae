import { dayIn } from "#app/shared/company-time.ts";
import { machines } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";

/** What the form of a new certificate begins with: the machine that its address names. @throws Response 403 */
export async function certificateChoices(session: Session, params: URLSearchParams) {
  const db = session.authorize("create-certificate-report");
  const [[machine]] = await db.read(db.byId(machines, params.get("machine") ?? ""));
  return {
    today: dayIn(session.company.timeZone),
    machine: machine ? { id: machine.id, label: `${machine.machineNo} ${machine.name}` } : null,
  };
}
