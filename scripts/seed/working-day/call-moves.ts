import type { CallPriority } from "#app/shared/call-words.ts";
import { callFlow } from "#worker/domain/service-calls/flow.ts";
import type { Session } from "#worker/session.ts";
import type { Fault } from "../faults.ts";
import type { Day, Device } from "./day.ts";

export type Call = {
  id: string;
  device: Device;
  fault: Fault;
  isDown: boolean;
  priority: CallPriority;
  engineer: Session;
  /** The private link of who reported it, where it came from the ward. */
  token: string | null;
};

/** @param range the least and the most */
export const among = (random: Day["random"], [least, most]: readonly [number, number]) =>
  random.int(least, most);

type Move = Parameters<typeof callFlow.move>[2];
/** Makes a move of a call when its time comes. */
export const moving =
  ({ id }: Pick<Call, "id">, who: Session, name: Move, values: Record<string, unknown> = {}) =>
  () =>
    callFlow.move(who, id, name, values);
