import { useEffect, useMemo, useRef, useState } from "react";
import type { EvaluatedLine } from "#app/shared/measuring/evaluated.ts";
import type { Measured } from "#app/shared/measuring/measured.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import type { Engine } from "./measure-context.ts";

/** The engine comes after the page, for this page alone. */
export function useEngine(): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null);
  useEffect(() => {
    let isHere = true;
    import("#app/shared/measuring/live.ts").then((found) => isHere && setEngine(found));
    return () => {
      isHere = false;
    };
  }, []);
  return engine;
}

type Cached = { from: readonly unknown[]; line: EvaluatedLine };
const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.every((value, at) => value === other[at]);

/** Every line as it is reckoned; a line is reckoned again only when something of it has changed. */
export function useEvaluated(engine: Engine | null, setup: MeasuringSetup, measured: Measured) {
  const cache = useRef(new Map<string, Cached>());
  return useMemo(() => {
    if (!engine) return null;
    const parameters = engine.parametersOf(setup);
    const lines = parameters.flatMap(({ parameter, device, lines: own }) => {
      const sets = engine.datasetsOf(measured, parameter.key);
      const both = measured.bothSides.includes(parameter.key);
      return own.flatMap((line) =>
        sets.map((dataset) => {
          const key = `${dataset} ${parameter.key} ${line.key}`;
          const from = [setup, measured[dataset][line.key], both, measured.notMeasured[line.key]];
          const before = cache.current.get(key);
          if (before && isSame(before.from, from)) return before.line;
          const evaluated = engine.evaluatedLine(
            ...([setup, measured, parameter, device, line, dataset] as const),
          );
          cache.current.set(key, { from, line: evaluated });
          return evaluated;
        }),
      );
    });
    return { parameters, lines };
  }, [engine, setup, measured]);
}
