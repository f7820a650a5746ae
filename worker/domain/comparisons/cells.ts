import {
  addedCost,
  type Cost,
  costOfYears,
  costRatio,
  DAY_MS,
  type Figure,
  inUse,
  noCost,
  reliability,
} from "#app/shared/asset-metrics.ts";
import { coverWords } from "#app/shared/asset-words.ts";
import { bookValue } from "#app/shared/book-value.ts";
import { startOfDay, yearsBetween } from "#app/shared/company-time.ts";
import type { MetricKey } from "#app/shared/comparison.ts";
import type { Results } from "../../db/db.ts";
import { complianceOf, failedCalibrations, sharedOf } from "./care.ts";
import type { Period, windowOf } from "./period.ts";
import type { callsFrom, costsIn, devicesOf, downIn, reportsUntil, sharesOf } from "./queries.ts";

export type Device = Results<[ReturnType<typeof devicesOf>]>[0][number];
type Calls = Results<[ReturnType<typeof callsFrom>]>[0];
type Down = Results<[ReturnType<typeof downIn>]>[0];
type Costs = Results<[ReturnType<typeof costsIn>]>[0];
type Reports = Results<[ReturnType<typeof reportsUntil>]>[0];
type Shares = Results<[ReturnType<typeof sharesOf>]>[0];
/** What was read of a device: calls, times down that began in the period, the last one before it, latest reports, contracts, reports of part years. */
export type Read = readonly [Calls, Down, Down, Reports, Shares, ...Costs[]];

/** When a comparison is made, of which window, and how much of each record it reads. */
export type Times = {
  today: string;
  now: number;
  timeZone: string;
  window: ReturnType<typeof windowOf>;
  /** Days of years that the period has only in part. */
  parts: Period[];
  limits: { calls: number; down: number; reports: number; lines: number; costs: number };
};

/** What is told of a device in a metric besides its figure: days, milliseconds, counts. */
type Beside = {
  days?: number;
  median?: number;
  of?: number;
  isEstimated?: boolean;
  onTime?: number;
  due?: number;
  /** Contracts of whose value it has an equal part, and those of which it has none while others have. */
  equal?: number;
  unshared?: number;
};
/** A cell of the table: a figure, or a text with a day. */
export type Cell = {
  figure: Figure | null;
  text?: string | null;
  on?: string | null;
  beside?: Beside;
};

/** What its service cost in the period; null where its years are not known yet. */
function costOf(device: Device, period: Period, costs: readonly Costs[], times: Times) {
  if (!device.addsUp) return null;
  const { limits, today } = times;
  const ofParts = costs
    .flatMap((rows) => rows.slice(0, limits.costs))
    .filter(({ cancelledAt }) => cancelledAt === null)
    .map((row): Cost => ({ labourMinor: row.serviceCostMinor, partsMinor: row.partsCostMinor }))
    .reduce(addedCost, noCost);
  return {
    ...addedCost(costOfYears(device.costYears, period, today), ofParts),
    isCut: costs.some((rows) => rows.length > limits.costs),
  };
}

function measuredOf(device: Device, [calls, began, before]: Read, times: Times) {
  const { window, limits, now, timeZone } = times;
  const isIn = ({ reportedAt }: Calls[number]) =>
    reportedAt >= window.from && reportedAt < window.to;
  const down = [...began.slice(0, limits.down), ...before];
  return reliability(
    {
      used: inUse(device, window, (on) => startOfDay(on, timeZone)),
      calls: calls.slice(0, limits.calls).filter(isIn),
      callsCut: calls.length > limits.calls && isIn(calls[limits.calls]!),
      down: down.map(({ kind, startedAt, endedAt }) => ({
        from: startedAt,
        to: endedAt ?? now,
        isPlanned: kind === "planned",
      })),
      downCut: began.length > limits.down,
      isDownKnown: down.length > 0,
    },
    window,
  );
}

const plain = (value: number | null): Cell => ({ figure: value === null ? null : { value } });
const spent = (value: number | null | undefined, isCut = false): Cell =>
  value !== null && value !== undefined && isCut
    ? { figure: { value, bound: "more" } }
    : plain(value ?? null);

/** How old a device is, what it is worth at the end of the period, and how many years it has left. */
function ageing(device: Device, { to }: Period, today: string) {
  const { expectedLifeYears, usefulLifeMonths } = device;
  const since = device.putToUseOn ?? device.purchaseOn;
  const age = since === null ? null : Math.max(0, yearsBetween(since, today));
  const life = expectedLifeYears ?? (usefulLifeMonths === null ? null : usefulLifeMonths / 12);
  const depreciating = {
    costMinor: device.purchaseCostMinor,
    salvageMinor: device.salvageMinor,
    method: device.depMethod,
    lifeMonths: usefulLifeMonths,
    rateBp: device.depRateBp,
    from: since,
  };
  return {
    age: plain(age),
    book: plain(bookValue(depreciating, to < today ? to : today)),
    life: plain(life === null || age === null ? null : life - age),
  };
}

/** What a device is in every metric but its category's own fields. */
export function cellsOf(
  device: Device,
  period: Period,
  read: Read,
  times: Times,
): Record<Exclude<MetricKey, "fields">, Cell> {
  const { today } = times;
  const { purchaseCostMinor: price, coverKind, coverUntil, isCostEstimated } = device;
  const measured = measuredOf(device, read, times);
  const { failures, mtbf, mttr, usedMs } = measured;
  const [calls, , , reports, shares, ...costs] = read;
  const cost = costOf(device, period, costs, times);
  const contract = sharedOf(shares, period, times);
  const total = cost && cost.labourMinor + cost.partsMinor + contract.minor;
  const isCut = cost?.isCut || contract.isCut;
  const ratio = total === null ? null : costRatio(total, price, period, today);
  const isUntroubled = failures.value === 0 && !failures.bound && usedMs > 0;
  const estimated = isCostEstimated ? { beside: { isEstimated: true } } : {};
  return {
    ...ageing(device, period, today),
    price: { ...plain(price), ...estimated },
    risk: plain(device.emScore),
    calls: { figure: measured.calls },
    failures: { figure: measured.failuresPerYear },
    mtbf: isUntroubled
      ? { figure: { value: usedMs, bound: "more" }, beside: { days: Math.floor(usedMs / DAY_MS) } }
      : { figure: mtbf },
    mttr: mttr
      ? { figure: { value: mttr.mean }, beside: { median: mttr.median, of: mttr.of } }
      : { figure: null },
    down: { figure: measured.down },
    planned: { figure: measured.plannedDown },
    uptime: { figure: measured.uptime },
    compliance: complianceOf(device, period, reports, times),
    calibration: failedCalibrations(device, period, calls, times),
    parts: spent(cost?.partsMinor, cost?.isCut),
    labour: spent(cost?.labourMinor, cost?.isCut),
    contract: {
      ...spent(contract.minor, contract.isCut),
      beside: {
        ...(contract.equal ? { equal: contract.equal } : {}),
        ...(contract.unshared ? { unshared: contract.unshared } : {}),
      },
    },
    cost: spent(total, isCut),
    ratio: { ...spent(ratio, isCut), ...estimated },
    cover: {
      figure: null,
      text: coverKind && (coverWords[coverKind] ?? coverKind.toUpperCase()),
      on: coverUntil,
    },
  };
}
