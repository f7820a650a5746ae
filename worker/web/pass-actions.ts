import { documentOf } from "#app/shared/document-lines.ts";
import { addPassDocument } from "../domain/gate-passes/documents.ts";
import { passFlow } from "../domain/gate-passes/flow.ts";
import type { Session } from "../session.ts";
import { actions, type Commands } from "./actions.ts";

const names = Object.keys(passFlow.inputs).filter(passFlow.isMove);
/** Each move of the pass in the address, by its name. */
const moves: Commands<Session> = Object.fromEntries(
  names.map((name) => [
    name,
    ({ session, id }, values) =>
      passFlow.move(session, id, name, name === "return" ? documentOf(values) : values),
  ]),
);

/** The action of a gate pass's page. */
export const passActions = actions({
  ...moves,
  upload: ({ session, visit, id, file }, { file: _, ...values }) =>
    addPassDocument(session, visit.env.MEDIA, id, file("file"), values),
});
