import { addDevices } from "#worker/domain/contracts/devices.ts";
import { actions, asData } from "#worker/web/actions.ts";

/** One step of bringing many devices under a contract, for scripts. */
export const action = actions(
  ({ session }, { contract = "", ...values }) => addDevices(session, contract, values),
  { reply: asData, isData: true },
);
