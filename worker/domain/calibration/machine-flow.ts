import { machineRules } from "#app/shared/flows/machines.ts";
import { machineEvents, machines as table } from "#drizzle/tenant/index.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";

const work = workOn<typeof table>();
/** A move that changes the state alone. */
const moving = (message: string, summary: string, reason: string) =>
  work({ message, summary, example: { reason } });

/** The states of a machine. In calibration it is while a certificate of it is open, which moves it. */
export const machineFlow = flow({
  name: "machine",
  label: "Machine",
  noun: "machine",
  table,
  column: "status",
  rules: machineRules,
  events: { table: machineEvents, of: "machineId" },
  title: ({ machineNo }) => machineNo,
  assetOf: ({ assetId }) => assetId,
  moves: {
    "out-of-service": moving(
      "Machine taken out of service",
      "Take a machine out of service: no certificate is begun for it until it is back",
      "The display is broken",
    ),
    "back-in-service": moving(
      "Machine back in service",
      "Put a machine back in service",
      "It was repaired",
    ),
    lost: moving("Machine marked as lost", "Mark a machine as lost", "The customer cannot find it"),
    found: moving("Machine marked as found", "Mark a lost machine as found", "It was in the store"),
    retire: moving(
      "Machine retired",
      "Retire a machine: it is not calibrated again",
      "It was scrapped by its owner",
    ),
  },
});
