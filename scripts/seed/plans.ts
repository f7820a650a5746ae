import { type IntervalUnit, windowOf } from "#app/shared/due-series.ts";
import { newId } from "#drizzle/columns.ts";
import { type assets, dueOccurrences, schedules } from "#drizzle/tenant/index.ts";
import { insert } from "./insert.ts";

type Asset = typeof assets.$inferInsert & { id: string };
const WINDOW = 15;

/** The plans that give devices the dates of their rows, each with its open occurrence. */
export async function savePlans(
  db: D1Database,
  devices: readonly { asset: Asset; months: number | null }[],
): Promise<void> {
  const plans = devices.flatMap(({ asset, months }) =>
    (
      [
        ["pm", "PM", asset.nextPmOn, asset.pmMonths ?? months],
        ["calibration", "Calibration", asset.nextCalOn, asset.calMonths ?? 12],
      ] as const
    ).flatMap(([kind, title, on, every]) =>
      on
        ? [
            {
              ...{ companyId: asset.companyId, id: newId(), assetId: asset.id, kind, title },
              ...{ intervalUnit: "month" as IntervalUnit, intervalCount: every || 12 },
              ...{ mode: "floating" as const, anchorOn: on, endsOn: every ? null : on },
              ...{ source: "local" as const, isPlan: true },
            },
          ]
        : [],
    ),
  );
  await insert(db, schedules, plans);
  await insert(
    db,
    dueOccurrences,
    plans.map(({ companyId, id, assetId, kind, anchorOn }) => ({
      ...{ companyId, scheduleId: id, assetId, kind, dueOn: anchorOn },
      ...windowOf(anchorOn, WINDOW, WINDOW),
    })),
  );
}
