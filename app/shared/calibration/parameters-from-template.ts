import { type Decimal, decimal, greater, lesser, plainText, ZERO } from "../metrology/decimal.ts";
import type { Tolerance } from "../metrology/tolerance.ts";
import { units } from "../metrology/units.ts";
import type { DeviceTemplate, TemplateTest } from "./device-template.ts";
import type { MachineParameter } from "./machine-parameters.ts";

/** Devices that deliver what is tested of them, unless a test is of what they show. */
const delivering = new Set([
  ...["defibrillator", "aed", "infusion_pump", "syringe_pump", "enteral_pump", "ventilator"],
  ...["anaesthesia", "esu", "infant_incubator", "radiant_warmer", "phototherapy", "centrifuge"],
  ...["autoclave", "suction", "oxygen_concentrator", "dialysis", "micropipette", "xray"],
  ...["ultrasound_therapy", "tourniquet", "audiometer", "water_bath", "surgical_light"],
  "hospital_bed",
]);
const SHOWS = /\b(display|indication|sensor|heart rate|distance)\b/i;

const directionOf = (template: DeviceTemplate, test: TemplateTest) =>
  delivering.has(template.key) && !SHOWS.test(test.test) ? "source" : "measure";

/** The figures of a tolerance that are in the unit of the result. */
function figuresOf(tolerance: Tolerance): string[] {
  switch (tolerance.op) {
    case "sym":
      return tolerance.abs === undefined ? [] : [tolerance.abs];
    case "asym":
      return [tolerance.plus, tolerance.minus];
    default:
      return [];
  }
}

/** The step of the last place that some figure uses: of 2.5 it is 0.1, of 30 it is 1. */
function lastPlace(figures: readonly string[]): string {
  const places = figures.map((figure) => plainText(decimal(figure)).split(".")[1]?.length ?? 0);
  const most = Math.max(0, ...places);
  return most === 0 ? "1" : `0.${"0".repeat(most - 1)}1`;
}

/** From the least to the largest set point; of one alone no more than that point is known. */
function rangeOf(points: readonly string[]): { lo: Decimal; hi: Decimal } | null {
  const values = points.map((point) => decimal(point));
  const [first] = values;
  if (!first) return null;
  const [lo, hi] = [values.reduce(lesser, first), values.reduce(greater, first)];
  return lo.eq(ZERO) && hi.eq(ZERO) ? null : { lo, hi };
}

const slug = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40) || "parameter";

function keyOf(name: string, taken: ReadonlySet<string>): string {
  const first = slug(name);
  for (let n = 1; ; n++) {
    const key = n === 1 ? first : `${first}_${n}`;
    if (!taken.has(key)) return key;
  }
}

/**
 * What a machine model begins with: a parameter for each test with set points, over the range that they span. Tests without a set
 * point, such as a charge time of 15 s at most, are of procedures alone. Resolution is the last place of the figures; the maker's
 * manual wins over all of it.
 */
export function parametersFromTemplate(template: DeviceTemplate): MachineParameter[] {
  const taken = new Set<string>();
  return template.tests.flatMap((test): MachineParameter[] => {
    const points = test.setpoints.filter((point) => point !== null);
    const range = rangeOf(points);
    if (!range) return [];
    const key = keyOf(test.test, taken);
    taken.add(key);
    return [
      {
        key,
        name: test.test,
        quantity: units[test.unit].quantity,
        unit: test.unit,
        direction: directionOf(template, test),
        lo: plainText(range.lo),
        hi: plainText(range.hi),
        resolution: lastPlace([...points, ...figuresOf(test.tolerance)]),
        display: "digital",
        tolerance: test.tolerance,
        reference: test.source,
      },
    ];
  });
}
