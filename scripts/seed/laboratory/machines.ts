import { machineFlow } from "#worker/domain/calibration/machine-flow.ts";
import { machines } from "#worker/domain/calibration/machines.ts";
import type { Random } from "../random.ts";
import { at, type Bench, daysBefore, engineerAt } from "./bench.ts";
import { planCalibration } from "./certifying.ts";
import type { Consumer } from "./consumers.ts";
import { type Kind, modelName } from "./models.ts";
import type { ConsumerRow, ModelRow } from "./tables.ts";
import {
  AGAIN_AFTER,
  certifiedKinds,
  courseOf,
  foundOf,
  isAccredited,
  RECENT,
  SINCE,
  spreadOf,
} from "./visits.ts";

const LETTERS = "ABCDEFGHJKLMNPRSTUVWXY";
/** A serial number as makers write them. */
function serialNo(random: Random): string {
  const letters = (count: number) =>
    Array.from({ length: count }, () => random.pick([...LETTERS])).join("");
  return random.pick([
    () => `${letters(2)}${random.digits(6)}`,
    () => random.digits(8),
    () => `${letters(1)}${random.int(14, 24)}-${random.digits(5)}`,
    () => `${random.digits(3)}-${random.digits(6)}`,
  ])();
}

const initialsOf = (name: string) =>
  name
    .split(" ")
    .map((word) => word[0])
    .join("")
    .replace(/[^A-Z]/g, "");

/** Visits to a consumer, in days ago, the latest last: every so many months since it came. */
function visitsOf({ visited, joined }: ConsumerRow, months: number): number[] {
  const apart = Math.round((months * 365) / 12);
  const latest = visited % apart;
  const count = Math.floor((joined - 10 - latest) / apart) + 1;
  return Array.from({ length: count }, (_, back) => latest + back * apart).reverse();
}

type Turn = "missed" | "customer" | "out-of-service" | "lost" | "retire" | null;
/** What is special about some machines, by their running number. */
const turns: Partial<Record<number, Turn>> = {
  ...{ 7: "missed", 30: "missed", 52: "missed", 91: "missed" },
  ...{ 12: "customer", 44: "customer", 75: "customer" },
  ...{ 18: "out-of-service", 66: "out-of-service", 83: "lost", 25: "retire", 101: "retire" },
};
const reasons = {
  "out-of-service": "Display is broken; the customer has it repaired",
  lost: "Not found on the visit; the customer looks for it",
  retire: "Replaced by the customer",
} as const;

type Planned = { bench: Bench; row: ConsumerRow; consumer: Consumer; kinds: Map<string, Kind> };

function planMachine(planned: Planned, model: ModelRow, number: number): void {
  const { bench, row, consumer, kinds } = planned;
  const { history, random, ids } = bench;
  const turn = turns[number] ?? null;
  const { name, months } = kinds.get(model.template) ?? { name: "", months: 12 };
  const all = visitsOf(row, months);
  const visits = turn === "missed" && all.length > 1 ? all.slice(0, -1) : all;
  // Most have come with one of the first visits.
  const first = Math.min(visits.length - 1, random.int(0, Math.min(2, visits.length - 1)));
  const hour = 10 + (number % 14) / 2;
  const values = {
    ...{ name, owner: "consumer", consumerId: consumer.id },
    consumerSiteId: consumer.sites[number % consumer.sites.length]!,
    machineModelId: ids.models.get(modelName(model))!,
    serialNo: serialNo(random),
    customerTag: random.chance(0.7) ? `${initialsOf(row.own.name!)}/BME/${1000 + number * 7}` : "",
    yearOfMake: random.int(2014, 2022),
    firmware: random.chance(0.25) ? `${random.int(1, 5)}.${random.int(0, 9)}` : "",
    locationText: random.pick(model.places),
    risk: model.risk,
    ...{ electricalClass: model.electricalClass, appliedPart: model.appliedPart },
    ...{ defibProof: model.defibProof, supply: model.supply },
    defaultProcedureId: ids.procedures.get(model.template) ?? "",
    ...{ intervalValue: months, intervalUnit: "month" },
    intervalSource: turn === "customer" ? "customer" : "default",
  };
  const who = engineerAt(bench, number);
  history.plan(at(bench, visits[first]!, hour), async () => {
    const isLeaving = turn === "out-of-service" || turn === "lost" || turn === "retire";
    const isCertified = (visit: number) =>
      visit <= SINCE &&
      certifiedKinds.has(model.template) &&
      number % bench.certifiesEvery === 0 &&
      !isLeaving;
    const { data } = await machines.create(who, {
      ...values,
      lastCalOn: isCertified(visits[first]!) ? "" : daysBefore(bench, visits[first]!),
    });
    for (const [nth, visit] of visits.slice(first).entries())
      if (isCertified(visit)) certify(planned, model, { machineId: data.id, number, visit, nth });
      else if (nth > 0)
        history.plan(at(bench, visit, hour), () =>
          machines.update(who, data.id, { ...values, lastCalOn: daysBefore(bench, visit) }),
        );
    if (isLeaving)
      history.plan(at(bench, Math.max(3, visits.at(-1)! - 4), 16), () =>
        machineFlow.move(who, data.id, turn, { reason: reasons[turn] }),
      );
  });
}

/** What comes into the laboratory; all others are calibrated where they stand. */
const brought = new Set(["micropipette", "clinical_thermometer", "infusion_pump", "syringe_pump"]);

/** @param isAgain after a repair, between two visits */
type Visit = { machineId: string; number: number; visit: number; nth: number; isAgain?: boolean };
/** The certificate of a visit. */
function certify(planned: Planned, model: ModelRow, of: Visit): void {
  const { bench, row } = planned;
  const { template } = model;
  const { machineId, number, visit, nth, isAgain } = of;
  const turn = number + 131 * nth;
  const ago = Math.max(1, visit - spreadOf(number));
  const again = ago - AGAIN_AFTER - (number % 40);
  if (again > RECENT && number % 4 > 0 && !isAgain)
    certify(planned, model, { ...of, visit: again, nth: nth + 20, isAgain: true });
  const site = row.sites[number % row.sites.length]!;
  const isBrought = brought.has(template) && number % 3 > 0;
  planCalibration(bench, {
    ...{ machineId, template, turn, begins: at(bench, ago, 10 + (number % 10) / 2) },
    ...{ course: courseOf(turn, ago), found: foundOf(turn) },
    isAccredited: isAccredited(template, turn, isBrought),
    address: isBrought ? null : `${site.name}, ${row.own.address}, ${site.city}`,
    jobNo: `${initialsOf(row.own.name!)}-${daysBefore(bench, visit).slice(2, 7).replace("-", "")}`,
  });
}

/** The machines of a consumer, spread over the models of its kinds. @param from the running number of the first */
export function planMachines(planned: Planned, models: readonly ModelRow[], from: number): void {
  const { row } = planned;
  const taken = new Map<string, number>();
  for (let nth = 0; nth < row.machines; nth++) {
    const kind = row.kinds[nth % row.kinds.length]!;
    const fitting = models.filter(({ template }) => template === kind);
    const turn = taken.get(kind) ?? 0;
    taken.set(kind, turn + 1);
    planMachine(planned, fitting[(turn + from) % fitting.length]!, from + nth);
  }
}
