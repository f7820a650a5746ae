import { callFlow } from "../domain/service-calls/flow.ts";
import { storedPicture } from "../domain/service-calls/pictures.ts";
import { reportCall } from "../domain/service-calls/report.ts";
import type { Session } from "../session.ts";
import { type Asked, actions, type Commands } from "./actions.ts";

type FlowMove = Parameters<typeof callFlow.move>[2];

/** Every form on the list of calls and its board: a new call, and the moves of one call, which the form names. */
export const callListActions = actions({
  new: async (asked, { joins, file: _, intent: _intent, ...values }) => {
    const { session } = asked;
    const files = await storedPicture(
      asked.session,
      asked.visit.env.MEDIA,
      asked.file("file"),
      "file",
    );
    if (joins) {
      const { problem, equipmentDown, assetId = "" } = values;
      return callFlow.move(session, joins, "join", { problem, equipmentDown }, assetId, files);
    }
    const answer = await reportCall(session, values, files);
    const { number } = answer.data;
    return number ? { ...answer, message: `${number}: ${answer.message}` } : answer;
  },
  ...(Object.fromEntries(
    Object.keys(callFlow.inputs).map((move) => [
      move,
      ({ session }: Asked<Session>, { call, ...values }: Record<string, string>) =>
        callFlow.move(session, call || "none", move as FlowMove, values),
    ]),
  ) satisfies Commands<Session>),
});

/** Every form on a call's page: its moves, a note and a report of the same with their files. */
export const callActions = actions({
  ...(Object.fromEntries(
    Object.keys(callFlow.inputs).map((move) => [
      move,
      async (asked: Asked<Session>, { file: _, ...values }: Record<string, string>) => {
        const files = await storedPicture(
          asked.session,
          asked.visit.env.MEDIA,
          asked.file("file"),
          "file",
        );
        return callFlow.move(asked.session, asked.id, move as FlowMove, values, undefined, files);
      },
    ]),
  ) satisfies Commands<Session>),
});
