import { resources } from "../domain/index.ts";
import type { Call } from "./call.ts";
import { resourceCalls } from "./resource-calls.ts";

/** Entities whose calls are written by hand: they show or take more than their table and their input say. */
const byHand = new Set([
  ...[
    "assets",
    "calibrators",
    "device-templates",
    "machines",
    "signatures",
    "stocks",
    "teams",
    "users",
  ],
]);
/** What an example needs besides the fields that are required. */
const examples: Record<string, Record<string, unknown>> = {
  vendors: { is_supplier: true },
  "cmc-entries": { unit: "J", range_lo: "0", range_hi: "360", cmc_abs: "0.5" },
  "report-presets": { performed_at: "laboratory", standards: [] },
  "instrument-maps": {
    content: {
      ...{ heads: ["Test", "Value", "Unit"], decimal: "point", time: null, days: "day_first" },
      rules: [
        {
          ...{ when: [{ column: "Test", equals: "Earth" }], column: "Value" },
          unit: { in: "column", column: "Unit" },
          to: { as: "check", name: "Protective earth" },
        },
      ],
    },
  },
};

/** The calls of every other entity. */
export const masterCalls: Call[] = Object.entries(resources)
  .filter(([path]) => !byHand.has(path))
  .flatMap(([path, entity]) =>
    resourceCalls(path, entity, "company", { example: examples[path] ?? {} }),
  );
