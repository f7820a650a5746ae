import { calibratorEvents, calibrators as table } from "#drizzle/tenant/index.ts";
import { calibratorInput } from "../domain/calibrators/input.ts";
import { resources } from "../domain/index.ts";
import type { Call } from "./call.ts";
import { offers } from "./flows.ts";
import { resourceCalls } from "./resource-calls.ts";
import { list, rowShape, text } from "./shapes.ts";

const roles = { role_codes: list(text) };

/** Calibrators. Their moves are in flows.ts. */
export const calibratorCalls: Call[] = resourceCalls(
  "calibrators",
  resources.calibrators!,
  "company",
  {
    record: rowShape(table, {
      ...roles,
      events: list(rowShape(calibratorEvents)),
      moves: offers,
    }),
    example: { kind: calibratorInput.shape.kind.options[0], role_codes: ["ecg_simulator"] },
  },
);
