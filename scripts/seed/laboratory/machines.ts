import { machineFlow } from "#worker/domain/calibration/machine-flow.ts";
import { machines } from "#worker/domain/calibration/machines.ts";
import type { Random } from "../random.ts";
import { at, type Bench, daysBefore, engineerAt } from "./bench.ts";
import type { Consumer } from "./consumers.ts";
import { type Kind, modelName } from "./models.ts";
import type { ConsumerRow, ModelRow } from "./tables.ts";

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
    const { data } = await machines.create(who, {
      ...values,
      lastCalOn: daysBefore(bench, visits[first]!),
    });
    for (const visit of visits.slice(first + 1))
      history.plan(at(bench, visit, hour), () =>
        machines.update(who, data.id, { ...values, lastCalOn: daysBefore(bench, visit) }),
      );
    if (turn === "out-of-service" || turn === "lost" || turn === "retire")
      history.plan(at(bench, Math.max(3, visits.at(-1)! - 4), 16), () =>
        machineFlow.move(who, data.id, turn, { reason: reasons[turn] }),
      );
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
