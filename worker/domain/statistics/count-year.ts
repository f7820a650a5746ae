import { contractCost } from "#app/shared/asset-care.ts";
import {
  common,
  counts,
  inUse,
  isFailure,
  repairOf,
  type Stretch,
} from "#app/shared/asset-metrics.ts";
import { addDays, addMonths, dayIn, startOfDay } from "#app/shared/company-time.ts";
import { kept } from "#app/shared/kept.ts";
import { type WorkingCalendar, workingBetween } from "#app/shared/working-time.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { type CountedDevice, everyRow } from "./devices.ts";
import {
  callsOf,
  downtimesOf,
  pmsOf,
  reportsOf,
  sharesOf,
  workingCalendar,
  type Year,
} from "./records.ts";
import { Tally } from "./tally.ts";

/** When figures are counted, and of which clock. */
export type Counting = { timeZone: string; now: number };

type Month = { key: string; from: string; to: string } & { window: Stretch };
type Devices = ReadonlyMap<string, CountedDevice>;
type RowOf<Q extends (db: ReadingDb, year: Year) => (after: string) => unknown> = Results<
  [Extract<ReturnType<ReturnType<Q>>, Parameters<ReadingDb["read"]>[0]>]
>[0][number];

const over: readonly string[] = ["closed", "closed_condemned"];
/** The places of a device's own sums in a month. */
export const ofDevice = { calls: 0, down: 1, cost: 2 } as const;

/** The months of a year as far as they have begun. */
function monthsOf(year: string, { timeZone, now }: Counting): Month[] {
  return Array.from({ length: 12 }, (_, at) => addMonths(`${year}-01-01`, at)).flatMap((from) => {
    const next = addMonths(from, 1);
    const window = { from: startOfDay(from, timeZone), to: startOfDay(next, timeZone) };
    if (window.from >= now) return [];
    const month = { key: from.slice(0, 7), from, to: addDays(next, -1) };
    return [{ ...month, window: { ...window, to: Math.min(window.to, now) } }];
  });
}

/** Counts the records of one calendar year of a company. */
class YearCount {
  readonly tally: Tally;
  readonly months: readonly Month[];
  readonly today: string;
  readonly #begins: (on: string) => number;

  constructor(
    year: string,
    readonly devices: Devices,
    readonly at: Counting,
    readonly calendar: WorkingCalendar,
  ) {
    this.tally = new Tally(year);
    this.months = monthsOf(year, at);
    this.today = dayIn(at.timeZone, at.now);
    this.#begins = kept((on) => startOfDay(on, at.timeZone), 20_000);
  }

  get year(): Year | null {
    const [first, last] = [this.months[0], this.months.at(-1)];
    if (!first || !last) return null;
    return { from: first.from, to: last.to, begins: first.window.from, ends: last.window.to };
  }

  #monthAt = (at: number) =>
    this.months.findIndex(({ window }) => at >= window.from && at < window.to);
  #monthOn = (on: string) => this.months.findIndex(({ key }) => on.startsWith(key));

  use(): void {
    for (const device of this.devices.values()) {
      const used = inUse(device, this.months[0]!.window, this.#begins);
      if (!used) continue;
      const end = device.condemnedOn ? used.to : this.at.now;
      for (const [month, { window }] of this.months.entries()) {
        const { from, to } = common({ from: used.from, to: end }, window);
        this.tally.addIn(device, "used", month, to - from);
      }
    }
  }

  call = (call: RowOf<typeof callsOf>): void => {
    const device = this.devices.get(call.assetId);
    if (!device || !counts(call)) return;
    const { tally } = this;
    const opened = this.#monthAt(call.reportedAt);
    if (opened >= 0) this.#opened(call, device, opened);
    const closed = call.closedAt && over.includes(call.status) ? this.#monthAt(call.closedAt) : -1;
    if (closed >= 0) {
      tally.addIn(device, "closed", closed);
      if (call.isRepeat) tally.addIn(device, "repeat", closed);
      if (call.causeCode === "no_problem_found") tally.addIn(device, "unfound", closed);
    }
    for (const [month, { window }] of this.months.entries()) {
      const isOver = call.closedAt !== null && call.closedAt < window.to;
      if (call.reportedAt < window.to && !isOver) tally.addIn(device, "backlog", month);
    }
  };

  #opened(call: RowOf<typeof callsOf>, device: CountedDevice, month: number): void {
    const { tally } = this;
    tally.addIn(device, "opened", month);
    tally.addOf(call.assetId, device, this.months[month]!.key, ofDevice.calls, 1);
    if (call.isDown) tally.addIn(device, "openedDown", month);
    if (isFailure(call)) tally.addIn(device, "failures", month);
    if (call.causeCode) tally.addIn(device, `cause:${call.causeCode}`, month);
    const repair = repairOf(call);
    if (repair !== null) tally.listIn(device, "repairs", month, repair);
    const { slaRespondBy: by, firstResponseAt: at, priority } = call;
    if (at !== null) {
      tally.addIn(device, `responses:${priority}`, month);
      const worked = workingBetween(this.calendar, call.reportedAt, at);
      tally.addIn(device, `response:${priority}`, month, worked);
    }
    if (by === null || (at === null && by >= this.at.now)) return;
    tally.addIn(device, `answered:${priority}`, month);
    if (at !== null && at <= by) tally.addIn(device, `inTime:${priority}`, month);
  }

  downtime = ({ assetId, kind, startedAt, endedAt }: RowOf<typeof downtimesOf>): void => {
    const device = this.devices.get(assetId);
    const used = device && inUse(device, this.months[0]!.window, this.#begins);
    if (!used) return;
    const end = device.condemnedOn ? used.to : this.at.now;
    const down = common(
      { from: startedAt, to: endedAt ?? this.at.now },
      { from: used.from, to: end },
    );
    for (const [month, { key, window }] of this.months.entries()) {
      const { from, to } = common(down, window);
      const ms = Math.min(to, down.to) - from;
      if (ms <= 0) continue;
      this.tally.addIn(device, kind === "planned" ? "planned" : "down", month, ms);
      if (kind === "unplanned") this.tally.addOf(assetId, device, key, ofDevice.down, ms);
    }
  };

  report = (report: RowOf<typeof reportsOf>): void => {
    const device = this.devices.get(report.assetId);
    const month = this.#monthOn(report.serviceOn);
    if (!device || month < 0) return;
    const { serviceType, billedTo, serviceCostMinor, partsCostMinor, checksNo } = report;
    this.tally.addIn(device, `reports:${serviceType}`, month);
    if (serviceType === "pm" && checksNo > 0) this.tally.addIn(device, "pmFailed", month);
    const kind = billedTo === "internal" ? "labour" : "vendor";
    this.#cost(report.assetId, device, month, kind, serviceCostMinor);
    this.#cost(report.assetId, device, month, "parts", partsCostMinor);
  };

  #cost(id: string, device: CountedDevice, month: number, kind: string, minor: number): void {
    this.tally.addIn(device, `cost:${kind}`, month, minor);
    if (isPriced(device)) this.tally.addIn(device, "pricedCost", month, minor);
    this.tally.addOf(id, device, this.months[month]!.key, ofDevice.cost, minor);
  }

  share = ({ assetId, ...line }: RowOf<typeof sharesOf>): void => {
    const device = this.devices.get(assetId);
    if (!device) return;
    for (const [month, days] of this.months.entries())
      this.#cost(assetId, device, month, "contract", contractCost([line], days, this.today).minor);
  };

  pm = (pm: RowOf<typeof pmsOf>): void => {
    const device = this.devices.get(pm.assetId);
    const month = this.#monthOn(pm.dueOn);
    if (!device || month < 0 || pm.status === "cancelled" || pm.dueOn > this.today) return;
    if (pm.exception && pm.exception !== "none") this.tally.addIn(device, "pmExcepted", month);
    if (pm.deferrals > 0) this.tally.addIn(device, "pmDeferred", month);
  };
}

/** Whether a device is one whose cost of service is set against its price. */
export const isPriced = ({
  purchaseCostMinor,
  lifecycle,
}: Pick<CountedDevice, "purchaseCostMinor" | "lifecycle">): boolean =>
  Boolean(purchaseCostMinor) && (lifecycle === "in_service" || lifecycle === "standby");

/** What a company's records of a calendar year say, counted from the records alone. @param year YYYY */
export async function countYear(db: ReadingDb, year: string, devices: Devices, at: Counting) {
  const count = new YearCount(year, devices, at, await workingCalendar(db, at.timeZone));
  const days = count.year;
  if (!days) return [];
  count.use();
  const read =
    <R>(statement: (after: string) => R) =>
    async (after: string) =>
      (await db.read(statement(after) as never))[0] as never;
  await everyRow(read(callsOf(db, days)), count.call);
  await everyRow(read(downtimesOf(db, days)), count.downtime);
  await everyRow(read(reportsOf(db, days)), count.report);
  for (const month of count.months) await everyRow(read(pmsOf(db, month)), count.pm);
  await everyRow(read(sharesOf(db, days)), count.share);
  return count.tally.rows();
}
