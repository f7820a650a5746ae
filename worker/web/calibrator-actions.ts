import { certificateFlow } from "../domain/calibrator-certificates/flow.ts";
import { recordCheck } from "../domain/calibrators/checks.ts";
import { calibratorFlow } from "../domain/calibrators/flow.ts";
import { intervalFlow } from "../domain/calibrators/interval-flow.ts";
import { proposeInterval } from "../domain/calibrators/proposing.ts";
import { mustStore } from "../files/store.ts";
import type { Session } from "../session.ts";
import { type Asked, actions, type Commands, type Values } from "./actions.ts";

/** The file that came with something that happened to a calibrator. @throws Response 403; 413; 422; 503 */
async function eventFile({ session, visit, file }: Asked<Session>) {
  const upload = file("file");
  if (!upload) return [];
  session.authorize("edit-calibrator");
  return [await mustStore("file", visit.env.MEDIA, session.company.id, upload, "event", "file")];
}

const moves: Commands<Session> = Object.fromEntries(
  Object.keys(calibratorFlow.inputs)
    .filter(calibratorFlow.isMove)
    .map((move) => [
      move,
      async (asked, { file: _, ...values }) =>
        calibratorFlow.move(
          asked.session,
          asked.id,
          move,
          values,
          undefined,
          await eventFile(asked),
        ),
    ]),
);
const certificateMoves: Commands<Session> = Object.fromEntries(
  Object.keys(certificateFlow.inputs)
    .filter(certificateFlow.isMove)
    .map((move) => [
      `certificate-${move}`,
      ({ session, id }, { certificate = "", ...values }) =>
        certificateFlow.move(session, certificate || "none", move, values, id),
    ]),
);

const deciding =
  (move: "accept" | "reject") =>
  ({ session }: Asked<Session>, { proposal = "none", ...values }: Values) =>
    intervalFlow.move(session, proposal, move, values);

/** Every form on a calibrator's page: its own moves, those of its certificates, its checks, and the interval that is proposed. */
export const calibratorActions = actions({
  ...moves,
  ...certificateMoves,
  check: ({ session, id }, values) => recordCheck(session, id, values),
  propose: ({ session, id }, values) => proposeInterval(session, { ...values, calibratorId: id }),
  "interval-accept": deciding("accept"),
  "interval-reject": deciding("reject"),
});
