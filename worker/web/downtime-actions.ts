import { downtimeFlow } from "../domain/service-calls/downtime-flow.ts";
import { planDowntime } from "../domain/service-calls/planned-downtime.ts";
import type { Session } from "../session.ts";
import type { Asked, Commands } from "./actions.ts";

const moves = Object.keys(downtimeFlow.inputs) as (keyof typeof downtimeFlow.inputs & "correct")[];

/** The forms of the panel of downtimes, which are sent to the page of the device. */
export const downtimeCommands: Commands<Session> = {
  ...Object.fromEntries(
    moves.map((move) => [
      `downtime-${move}`,
      ({ session, id }: Asked<Session>, { downtime, ...values }: Record<string, string>) =>
        downtimeFlow.move(session, downtime || "none", move, values, id),
    ]),
  ),
  "downtime-plan": ({ session, id }, values) => planDowntime(session, { ...values, assetId: id }),
};
