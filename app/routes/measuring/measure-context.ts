import { createContext, useContext } from "react";
import type { EvaluatedCheck } from "#app/shared/measuring/checks.ts";
import type { EvaluatedEnvironment } from "#app/shared/measuring/environment.ts";
import type { EvaluatedLine, EvaluatedParameter } from "#app/shared/measuring/evaluated.ts";
import type { Dataset, Measured } from "#app/shared/measuring/measured.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";

/** The engine and what of it the page needs: loaded after the page. */
export type Engine = typeof import("#app/shared/measuring/live.ts");

export type Measuring = {
  setup: MeasuringSetup;
  measured: Measured;
  parameters: readonly EvaluatedParameter[];
  /** Null until the engine is there. */
  engine: Engine | null;
  lines: readonly EvaluatedLine[];
  checks: readonly EvaluatedCheck[];
  environment: EvaluatedEnvironment | null;
  /** Changes what is typed. */
  change: (change: (before: Measured) => Measured) => void;
  /** The line whose budget is open: "as_left e200". */
  open: string | null;
  setOpen: (line: string | null) => void;
};

export const MeasureContext = createContext<Measuring | null>(null);
/** @throws Error outside of a measuring page */
export function useMeasuring(): Measuring {
  const measuring = useContext(MeasureContext);
  if (!measuring) throw new Error("It is no measuring page");
  return measuring;
}

export const openKey = (dataset: Dataset, line: string) => `${dataset} ${line}`;
