import { assetFlow } from "#worker/domain/assets/flow.ts";
import { callFlow } from "#worker/domain/service-calls/flow.ts";
import { reportCall } from "#worker/domain/service-calls/report.ts";
import { DAY, type Day, type Device, dayAt, freeDevices, HOUR, workingMoment } from "./day.ts";

const REPORTED =
  "select asset_id as id, max(service_on) as last from service_reports where company_id = ? group by asset_id";

/** A cheap device that has been in use for long and was not serviced of late. */
async function wornOut(day: Day): Promise<Device | undefined> {
  const { results } = await day.db
    .prepare(REPORTED)
    .bind(day.companyId)
    .all<{ id: string; last: string }>();
  const today = dayAt(Date.now());
  const later = new Set(results.filter(({ last }) => last >= today).map(({ id }) => id));
  // Where there are several of a kind, one may go.
  const isOneOf = (type: string) => day.devices.filter((one) => one.type === type).length > 2;
  return freeDevices(day)
    .filter(
      ({ id, type, criticality }) =>
        !later.has(id) && isOneOf(type) && /low|medium/.test(criticality),
    )
    .sort((a, b) => a.since - b.since)[0];
}

/** A device that is not worth its repair: its open call ends with it. */
export function planCondemned(day: Day, daysAgo: number): void {
  const { history, desk, engineers } = day;
  const at = workingMoment(day, daysAgo);
  history.plan(at, async () => {
    const device = await wornOut(day);
    if (!device) return;
    day.busy.add(device.id);
    const [engineer] = engineers;
    const { data } = await reportCall(engineer!, {
      ...{ assetId: device.id, equipmentDown: "yes" },
      problem: "Smell of burning from the housing, switched off and taken out of use.",
    });
    const note =
      "Main board and transformer burnt. The maker has no spares for this model any more.";
    history.plan(at + 2 * HOUR, () => callFlow.move(engineer!, data.id, "start", {}));
    history.plan(at + 5 * HOUR, () => callFlow.move(engineer!, data.id, "remark", { note }));
    history.plan(at + 2 * DAY, async () => {
      await assetFlow.move(desk, device.id, "condemn", {
        condemnReason: "beyond_economic_repair",
        reason: "Repair would cost more than half of a new unit",
      });
      day.gone.add(device.id);
    });
  });
}
