import { useMemo, useState } from "react";
import type { Measured } from "#app/shared/measuring/measured.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import type { Measuring } from "./measure-context.ts";
import { useEngine, useEvaluated } from "./use-evaluated.ts";

/** A measurement as it is reckoned while one types. */
export function useMeasured(
  setup: MeasuringSetup,
  measured: Measured,
  change: Measuring["change"],
): Measuring {
  const [open, setOpen] = useState<string | null>(null);
  const engine = useEngine();
  const found = useEvaluated(engine, setup, measured);
  const checks = useMemo(
    () => engine?.evaluatedChecks(setup, measured) ?? [],
    [engine, setup, measured],
  );
  const environment = useMemo(
    () => engine?.evaluatedEnvironment(setup.content, measured) ?? null,
    [engine, setup, measured],
  );
  return {
    ...{ setup, measured, engine, checks, environment, open, setOpen, change },
    parameters: found?.parameters ?? [],
    lines: found?.lines ?? [],
  };
}
