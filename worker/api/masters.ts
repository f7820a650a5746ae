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
};

/** The calls of every other entity. */
export const masterCalls: Call[] = Object.entries(resources)
  .filter(([path]) => !byHand.has(path))
  .flatMap(([path, entity]) =>
    resourceCalls(path, entity, "company", { example: examples[path] ?? {} }),
  );
