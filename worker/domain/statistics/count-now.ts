import { and, count, eq, isNull, sql } from "drizzle-orm";
import { bandOn } from "#app/shared/asset-ages.ts";
import { bookValue } from "#app/shared/book-value.ts";
import { addDays, dayIn, daysBetween, startOfDay } from "#app/shared/company-time.ts";
import { assetDowntimes, schedules, stockItems } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { isOut, isStill, STILL_DAYS } from "../stock/still.ts";
import { type Counting, isPriced } from "./count-year.ts";
import { type CountedDevice, everyRow } from "./devices.ts";
import { backlogBand } from "./formulas.ts";
import { openCallsOf } from "./records.ts";
import { Tally } from "./tally.ts";

/** The period of what stands, in the ids of its rows. */
export const NOW = "now";
const gone: readonly string[] = ["condemned", "disposed"];

/** How devices stand today, counted from the records alone. */
export async function countNow(
  db: ReadingDb,
  devices: ReadonlyMap<string, CountedDevice>,
  { timeZone, now }: Counting,
) {
  const today = dayIn(timeZone, now);
  const tally = new Tally(NOW);
  const still = isStill(startOfDay(addDays(today, -STILL_DAYS), timeZone));
  const [logged, planned, [stock]] = await db.read(
    db
      .select({ id: assetDowntimes.assetId })
      .from(assetDowntimes)
      .where(db.ofOwner(assetDowntimes, isNull(assetDowntimes.cancelledAt)))
      .groupBy(assetDowntimes.assetId),
    db
      .select({ id: schedules.assetId })
      .from(schedules)
      .where(db.ofOwner(schedules, and(eq(schedules.isActive, true), eq(schedules.kind, "pm"))))
      .groupBy(schedules.assetId),
    db
      .select({
        items: count().as("items"),
        out: sql<number>`coalesce(sum(${isOut}), 0)`.as("items_out"),
        still: sql<number>`coalesce(sum(${still}), 0)`.as("items_still"),
        stillMinor:
          sql<number>`coalesce(sum(iif(${still}, ${stockItems.quantity} * ${stockItems.rateMinor}, 0)), 0)`.as(
            "still_minor",
          ),
      })
      .from(stockItems)
      .where(
        db.ofOwner(stockItems, and(isNull(stockItems.deletedAt), isNull(stockItems.archivedAt))),
      ),
  );
  for (const [name, n] of Object.entries(stock ?? {})) tally.addWhole(`stock:${name}`, n);
  const [everDown, withPlan] = [logged, planned].map((rows) => new Set(rows.map(({ id }) => id)));
  for (const device of devices.values()) {
    const add = (metric: string, by?: number) => tally.add(device, metric, by);
    add("devices");
    add(`lifecycle:${device.lifecycle}`);
    if (everDown!.has(device.id)) add("logged");
    if (gone.includes(device.lifecycle)) continue;
    add("live");
    const since = device.putToUseOn ?? device.purchaseOn;
    add(`age:${bandOn(since, today) ?? "unknown"}`);
    const isCovered = device.coverKind && device.coverUntil && device.coverUntil >= today;
    add(`cover:${isCovered ? device.coverKind : "none"}`);
    if (isCovered) {
      const month = device.coverUntil!.slice(0, 7);
      add(`ends:${month}`);
      add(`endsValue:${month}`, device.purchaseCostMinor ?? 0);
    }
    if (device.notLocatedSince) add("lost");
    if (device.isDown) add("down");
    if (device.pmRequired) add("pmRequired");
    if (device.pmRequired && withPlan!.has(device.id)) add("pmPlanned");
    if (device.calRequired) add("calRequired");
    if (device.calRequired && device.nextCalOn && device.nextCalOn >= today) add("calIn");
    worth(device, since, today, add);
  }
  await everyRow(
    async (after) => (await db.read(openCallsOf(db)(after)))[0],
    ({ assetId, reportedAt, hold }) => {
      const device = devices.get(assetId);
      if (!device) return;
      tally.add(device, `open:${backlogBand(daysBetween(dayIn(timeZone, reportedAt), today))}`);
      if (hold) tally.add(device, `hold:${hold}`);
    },
  );
  return tally.rows();
}

function worth(
  device: CountedDevice,
  since: string | null,
  today: string,
  add: (metric: string, by?: number) => void,
): void {
  const { purchaseCostMinor: cost } = device;
  if (cost !== null) {
    add("valued");
    add("value", cost);
    if (device.isCostEstimated) add("estimated");
  }
  if (isPriced(device)) {
    add("priced");
    add("price", cost!);
  }
  const book = bookValue(
    {
      costMinor: cost,
      salvageMinor: device.salvageMinor,
      method: device.depMethod,
      lifeMonths: device.usefulLifeMonths,
      rateBp: device.depRateBp,
      from: since,
    },
    today,
  );
  if (book === null) return;
  add("booked");
  add("book", book);
  add("bookedCost", cost!);
}
