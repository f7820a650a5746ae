import type { AnyFlow } from "../domain/entity/flow.ts";
import type { Session } from "../session.ts";
import type { Commands } from "./actions.ts";

/** Each move of the record in the page's address, by its name. */
export const movesInAddress = (flow: Pick<AnyFlow, "inputs" | "move">): Commands<Session> =>
  Object.fromEntries(
    Object.keys(flow.inputs).map((move) => [
      move,
      ({ session, id }, values) => flow.move(session, id, move, values),
    ]),
  );
