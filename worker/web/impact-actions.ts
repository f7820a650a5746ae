import { impactInhouseFlow, impactLineFlow, impactReviewFlow } from "../domain/impact/flow.ts";
import type { Session } from "../session.ts";
import { actions, type Commands } from "./actions.ts";

const deciding: Commands<Session> = Object.fromEntries(
  Object.keys(impactLineFlow.inputs)
    .filter(impactLineFlow.isMove)
    .map((move) => [
      move,
      ({ session, id }, { line = "", ...values }) =>
        impactLineFlow.move(session, line || "none", move, values, id),
    ]),
);
const decidingInhouse: Commands<Session> = Object.fromEntries(
  Object.keys(impactInhouseFlow.inputs)
    .filter(impactInhouseFlow.isMove)
    .map((move) => [
      `inhouse-${move}`,
      ({ session, id }, { line = "", ...values }) =>
        impactInhouseFlow.move(session, line || "none", move, values, id),
    ]),
);

/** Every form on the page of an impact review: what is decided about its certificates and in-house calibrations, and its end. */
export const impactActions = actions({
  ...deciding,
  ...decidingInhouse,
  close: ({ session, id }, values) => impactReviewFlow.move(session, id, "close", values),
});
