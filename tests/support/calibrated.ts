import { newId } from "#drizzle/columns.ts";
import type { Rows } from "./rows.ts";

let made = 0;
const next = () => `L-${++made}`;

/** A machine of a consumer of its own, with what is said of it. */
export async function machineOf(shard: Rows, more: object = {}): Promise<string> {
  const number = next();
  const consumer = await shard.add("consumers", {
    ...{ consumer_no: number, name: `Consumer ${number}` },
  });
  const model = await shard.add("machine_models", {
    ...{ name: `Maker ${number}`, manufacturer: "Maker", model: number },
  });
  return shard.add("machines", {
    ...{ machine_no: number, name: "Monitor", owner: "consumer", consumer_id: consumer },
    ...{ machine_model_id: model, serial_no: `S${number}`, qr_token: newId() },
    ...{ order_on: "9999-12-31", ...more },
  });
}

/** A calibrator, with what is said of it. */
export function calibratorOf(shard: Rows, more: object = {}): Promise<string> {
  const number = next();
  return shard.add("calibrators", {
    ...{ calibrator_no: number, name: "Analyser", kind: "analyser", serial_no: `S${number}` },
    ...{ order_on: "9999-12-31", ...more },
  });
}
