import { occurrenceFlow } from "../domain/due/occurrences.ts";
import type { Session } from "../session.ts";
import { actions, type Commands } from "./actions.ts";

/** Every form of the calendar: the moves of one planned service, which the form names. */
export const dueActions = actions(
  Object.fromEntries(
    Object.keys(occurrenceFlow.inputs)
      .filter(occurrenceFlow.isMove)
      .map((move) => [
        move,
        ({ session }, { occurrence = "", otherDay = "", ...values }) =>
          occurrenceFlow.move(session, occurrence || "none", move, {
            ...values,
            ...(otherDay ? { deferTo: otherDay } : {}),
          }),
      ]),
  ) satisfies Commands<Session>,
);
