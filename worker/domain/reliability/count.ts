import { and, isNotNull, isNull, sql } from "drizzle-orm";
import { dayIn, daysBetween } from "#app/shared/company-time.ts";
import {
  kaplanMeier,
  type Life,
  medianOf,
  type SurvivalStep,
  weibull,
} from "#app/shared/survival.ts";
import { assetDetails, assets, breakdowns, modelReliability } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { isFailureSql } from "../replacement/count.ts";

const AT_ONCE = 2_000;
/** Devices and failures that are looked at in a night. */
const MOST = 200_000;
const MOST_STEPS = 60;
/** A rate needs a device year. */
const LEAST_YEARS = 100;
/** Models without a rate stand behind all others. */
const LAST = 1_000_000_000;

/** A device of a model: since when it is used and until when it was seen, as calendar dates. */
type Device = {
  id: string;
  make: string;
  model: string;
  since: string | null;
  until: string | null;
};
type Failure = { id: string; assetId: string; at: number };

async function inPages<R extends { id: string }>(
  read: (after: string) => Promise<R[]>,
): Promise<R[]> {
  const all: R[] = [];
  for (let after = ""; all.length < MOST; after = all.at(-1)!.id) {
    const rows = await read(after);
    all.push(...rows);
    if (rows.length < AT_ONCE) break;
  }
  return all;
}

const devicesOf = (db: CompanyDb) =>
  inPages<Device>(async (after) => {
    const [rows] = await db.read(
      db.rows<Device>(sql`select ${assets.id} as "id", ${assets.make} as "make", ${assets.model} as "model",
          coalesce(${assets.putToUseOn}, ${assets.purchaseOn}) as "since", ${assetDetails.condemnedOn} as "until"
        from ${assets} left join ${assetDetails} on ${assetDetails.companyId} = ${assets.companyId} and ${assetDetails.id} = ${assets.id}
        where ${db.ofOwner(
          assets,
          and(
            sql`${assets.id} > ${after}`,
            isNull(assets.deletedAt),
            isNotNull(assets.make),
            isNotNull(assets.model),
          ),
        )} order by ${assets.id} limit ${sql.raw(String(AT_ONCE))}`),
    );
    return rows;
  });

const failuresOf = (db: CompanyDb) =>
  inPages<Failure>(async (after) => {
    const [rows] = await db.read(
      db.rows<Failure>(sql`select ${breakdowns.id} as "id", ${breakdowns.assetId} as "assetId", ${breakdowns.reportedAt} as "at"
        from ${breakdowns} where ${db.ofOwner(breakdowns, and(sql`${breakdowns.id} > ${after}`, isFailureSql))}
        order by ${breakdowns.id} limit ${sql.raw(String(AT_ONCE))}`),
    );
    return rows;
  });

/** No more steps than a curve shows, its first and its last among them. */
export function fewer(steps: readonly SurvivalStep[], most = MOST_STEPS): SurvivalStep[] {
  if (steps.length <= most) return [...steps];
  return Array.from(
    { length: most },
    (_, at) => steps[Math.round((at * (steps.length - 1)) / (most - 1))]!,
  );
}

/**
 * How reliable the models are whose devices are given. A device counts from when it was put to use, or from when failures are recorded.
 * @param recordedFrom the day from which failures are recorded
 */
export function modelsOf(
  devices: readonly Device[],
  failures: ReadonlyMap<string, readonly string[]>,
  { today, recordedFrom }: { today: string; recordedFrom: string },
) {
  const models = new Map<string, { make: string; model: string; devices: Device[] }>();
  for (const device of devices) {
    const key = `${device.make}\n${device.model}`.toLowerCase();
    const one = models.get(key) ?? { make: device.make, model: device.model, devices: [] };
    one.devices.push(device);
    models.set(key, one);
  }
  return [...models.values()].map(({ make, model, devices: of }) => {
    let [failed, count, days] = [0, 0, 0];
    const lives: Life[] = [];
    for (const { id, since, until } of of) {
      const from = since && since > recordedFrom ? since : recordedFrom;
      const to = until && until < today ? until : today;
      const ran = daysBetween(from, to);
      if (ran <= 0) continue;
      const on = (failures.get(id) ?? []).filter((day) => day >= from && day <= to);
      days += ran;
      count += on.length;
      const first = on[0];
      if (first !== undefined) failed++;
      lives.push({ days: Math.max(1, daysBetween(from, first ?? to)), failed: Boolean(first) });
    }
    const steps = kaplanMeier(lives);
    const deviceYears = Math.round((100 * days) / 365.25);
    const rate =
      deviceYears >= LEAST_YEARS ? Math.round((1000 * count) / (deviceYears / 100)) : null;
    return {
      ...{ make, model, devices: lives.length, failed, failures: count, deviceYears, rate },
      rank: rate === null ? LAST : LAST - 1 - Math.min(rate, LAST - 2),
      medianDays: medianOf(steps),
      curve: fewer(steps),
      weibull: rounded(weibull(lives)),
    };
  });
}

const rounded = (fit: { shape: number; scale: number } | null) =>
  fit && { shape: Math.round(1000 * fit.shape) / 1000, scale: Math.round(10 * fit.scale) / 10 };

/** Counts how reliable each make and model is, anew. Counting again gives the same. */
export async function countReliability(
  db: CompanyDb,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<void> {
  const [devices, failures] = [await devicesOf(db), await failuresOf(db)];
  const byDevice = new Map<string, string[]>();
  let first = today;
  for (const { assetId, at } of failures) {
    const day = dayIn(timeZone, at);
    if (day < first) first = day;
    const days = byDevice.get(assetId) ?? [];
    days.push(day);
    byDevice.set(assetId, days);
  }
  for (const days of byDevice.values()) days.sort();
  const [[made]] = await db.read(
    db.rows<{ at: number | null }>(
      sql`select min(${assets.createdAt}) as "at" from ${assets} where ${db.ofOwner(assets)}`,
    ),
  );
  const begun = made?.at ? dayIn(timeZone, made.at) : today;
  const recordedFrom = begun < first ? begun : first;
  const models = modelsOf(devices, byDevice, { today, recordedFrom }).filter(
    (one) => one.devices > 0,
  );
  await db.read(
    db.removing(modelReliability, sql`${modelReliability.id} <> ''`),
    ...inGroups(models, 200).map((some) =>
      db.insertingAll(
        modelReliability,
        some.map((one) => ({ ...one, countedOn: today })),
      ),
    ),
  );
}

const inGroups = <R>(rows: readonly R[], size: number) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );
