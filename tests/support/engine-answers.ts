import { evaluatePoint } from "#app/shared/metrology/evaluate-point.ts";
import { seeded } from "#app/shared/metrology/monte-carlo.ts";
import type { Component, PointInput } from "#app/shared/metrology/point.ts";
import { type Case, replay } from "#app/shared/metrology/replay.ts";
import file from "../data/uncertainty-cases.json" with { type: "json" };

const models = [
  null,
  "indication*(1 + a) - reference*(1 + b/100)",
  "indication - reference + sin(a)*cos(b) + tan(a) + atan(b)",
  "indication - reference + exp(a) - 1 + log(1 + b**2) + log10(2 + a)",
  "indication - reference + sqrt(1 + a**2) - pow(1 + b, 3) + a**(1/3)*0",
];
const distributions = [
  "rectangular",
  "triangular",
  "u_shaped",
  "normal_std",
  "resolution",
] as const;
const rules = [
  "simple",
  "guard_U",
  "guard_U_nonbinary",
  "z540_method6",
  "tur_rss",
  "specific_risk",
] as const;

/** A point of a grid, by a generator that gives the same everywhere. */
function anyPoint(random: () => number): PointInput {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const figure = (largest: number) => (random() * largest).toFixed(1 + Math.floor(random() * 4));
  const component = (symbol: string): Component => ({
    ...{ symbol, name: symbol, source: "custom", evaluation: "B" },
    ...{ distribution: pick(distributions), value: figure(0.05) },
    ...(random() < 0.4 ? { dof: String(2 + Math.floor(random() * 40)) } : {}),
  });
  const nominal = figure(500);
  const readings = 1 + Math.floor(random() * 6);
  return {
    ...{ setting: pick(["set_duc_read_std", "set_std_read_duc"]), unit: "J", readings, nominal },
    indications: Array.from({ length: readings }, () => (Number(nominal) + random()).toFixed(2)),
    references: Array.from({ length: readings }, () => (Number(nominal) + random()).toFixed(2)),
    ...{ correction: figure(0.1), resolution: "0.01", standardResolution: "0.01" },
    tolerance: { op: "sym", abs: figure(2), pct: figure(1), combine: "max" },
    model: pick(models),
    components: [
      ...(readings > 1 ? [{ ...component("rep"), evaluation: "A" as const }] : []),
      ...["a", "b", "c", "d"].map(component),
    ],
    coverage: pick([
      { mode: "p", p: "0.9545" },
      { mode: "p", p: "0.99" },
      { mode: "k", k: "2" },
    ]),
    rounding: { digits: pick([1, 2]), mode: pick(["ea5", "nearest", "up"]) },
    rule: { kind: pick(rules), limit: 0.02 },
  };
}

/**
 * What the engine answers to the published cases and to some hundred points, as one text.
 * @param isWhole also to the cases of random numbers, which take two seconds
 */
export function answersOf(isWhole = false): string {
  const random = seeded(2026);
  const all = file.cases as unknown as Case[];
  const cases = isWhole ? all : all.filter(({ kind }) => kind !== "montecarlo");
  return JSON.stringify({
    cases: cases.map(replay),
    points: Array.from({ length: 400 }, () => evaluatePoint(anyPoint(random))),
  });
}
