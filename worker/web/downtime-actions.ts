import { downtimeFlow } from "../domain/service-calls/downtime-flow.ts";
import { planDowntime } from "../domain/service-calls/planned-downtime.ts";
import type { Session } from "../session.ts";
import type { Commands } from "./actions.ts";

const moves = Object.keys(downtimeFlow.inputs) as (keyof typeof downtimeFlow.inputs & "correct")[];

/** The forms of the panel of downtimes, for the pages that show it. */
export const downtimeCommands: Commands<Session> = {
  ...Object.fromEntries(
    moves.map((move) => [
      `downtime-${move}`,
      ({ session }: { session: Session }, { downtime, ...values }: Record<string, string>) =>
        downtimeFlow.move(session, downtime || "none", move, values),
    ]),
  ),
  "downtime-plan": ({ session }, values) => planDowntime(session, values),
};
