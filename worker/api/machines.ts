import { machines as table } from "#drizzle/tenant/index.ts";
import { resources } from "../domain/index.ts";
import type { Call } from "./call.ts";
import { offers } from "./flows.ts";
import { resourceCalls } from "./resource-calls.ts";
import { rowShape, sampleId } from "./shapes.ts";

/** Machines under calibration; their moves are in flows.ts. */
export const machineCalls: Call[] = resourceCalls("machines", resources.machines!, "company", {
  record: rowShape(table, { moves: offers }),
  example: { owner: "consumer", consumer_id: sampleId, serial_no: "AB12345" },
});
