import { createComparison } from "#worker/domain/comparisons/save.ts";
import type { Session } from "#worker/session.ts";
import { DAY, type Day, type Device, dayAt, freeDevices, workingMoment } from "./day.ts";

const CALLS =
  "select asset_id as id, count(*) as n from breakdowns where company_id = ? and reported_at >= ? group by 1";

/** Devices of a type, of as many models as there are, those with most calls of a year. */
async function ofType(day: Day, type: string, most: number): Promise<Device[]> {
  const { results } = await day.db
    .prepare(CALLS)
    .bind(day.companyId, Date.now() - 365 * DAY)
    .all<{ id: string; n: number }>();
  const calls = new Map(results.map(({ id, n }) => [id, n]));
  const all = freeDevices(day)
    .filter((device) => device.type === type)
    .sort((a, b) => (calls.get(b.id) ?? 0) - (calls.get(a.id) ?? 0));
  const models = all.filter(
    ({ model }, at) => all.findIndex((device) => device.model === model) === at,
  );
  return [...new Set([...models, ...all])].slice(0, most);
}

function planComparison(
  day: Day,
  who: Session,
  daysAgo: number,
  { type, name, isShared }: { type: string; name: string; isShared: boolean },
): void {
  const at = workingMoment(day, daysAgo);
  day.history.plan(at, async () => {
    const chosen = await ofType(day, type, 4);
    if (chosen.length < 2) return;
    await createComparison(who, {
      ...{ name, isShared, assetIds: chosen.map(({ id }) => id) },
      ...{ periodFrom: dayAt(at - 365 * DAY), periodTo: dayAt(at) },
    });
  });
}

/** What was compared before something was bought, and by an engineer for their own use. */
export function planComparisons(day: Day): void {
  const { desk, engineers } = day;
  planComparison(day, desk, 24, {
    ...{ type: "Critical-care Ventilator", isShared: true },
    name: "Ventilators by make, for next year's purchase",
  });
  planComparison(day, desk, 11, {
    ...{ type: "Multi-parameter Patient Monitor", isShared: true },
    name: "Patient monitors by make",
  });
  planComparison(day, engineers[0]!, 6, {
    ...{ type: "Suction Unit", isShared: false },
    name: "Suction units that fail most",
  });
}
