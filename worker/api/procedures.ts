import { emptyContent } from "#app/shared/calibration/content-from-template.ts";
import { procedures, procedureVersions as table } from "#drizzle/tenant/index.ts";
import { procedureFromTemplate } from "../domain/procedures/begin.ts";
import { procedureFlow } from "../domain/procedures/flow.ts";
import { draftInput, fromTemplateInput } from "../domain/procedures/input.ts";
import { versionsOf, versionToRead } from "../domain/procedures/read.ts";
import { createVersion, saveDraft } from "../domain/procedures/save.ts";
import { data, done } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import {
  columnsShape,
  id,
  list,
  object,
  rowShape,
  sampleId,
  text,
  truth,
  whole,
} from "./shapes.ts";

const call = companyCalls({ tag: procedureFlow.label, needs: "edit-procedure", of: table });

const versionShape = () =>
  columnsShape(table, [
    ...["id", "versionNo", "status", "methodReference", "effectiveOn", "changeNote"],
    ...["authorIds", "submittedAt", "submittedBy", "approvedAt", "approvedBy"],
    ...["withdrawnAt", "withdrawnBy", "createdAt", "createdBy", "updatedAt"],
    ...["version", "procedureId", "decisionRuleId"],
  ]);
const gap = object(
  { path: text, message: text },
  { isToVerify: { ...truth, description: "A figure that waits to be confirmed" } },
);

/** Versions of procedures. Submitting, approving, sending back and withdrawing are moves, in flows.ts. */
export const procedureCalls: Call[] = [
  call({
    get: "/procedures/:id/versions",
    needs: "view-procedure",
    of: procedures,
    says: "List: Procedure version, newest first, without what they say",
    answer: data(() => list(versionShape())),
    run: ({ session, id }) => versionsOf(session, id),
  }),
  call({
    get: "/procedure-versions/:id",
    needs: "view-procedure",
    says: "Read: Procedure version, with what a draft lacks before it can be submitted",
    answer: data(() => rowShape(table, { missing: list(gap), moves: offers })),
    run: ({ session, id }) => versionToRead(session, id),
  }),
  call({
    post: "/procedures/from-template",
    needs: "create-procedure",
    says: "Add a procedure with a draft of what a template of the company says; a template is taken once",
    input: fromTemplateInput,
    example: { code: "CP-DEF-01", name: "Defibrillators", template_id: sampleId },
    status: 201,
    answer: done(object({ id, versionId: id })),
    run: ({ session, body }) => procedureFromTemplate(session, body),
  }),
  call({
    post: "/procedures/:id/versions",
    of: procedures,
    says: "Begin the next version of a procedure: a draft of what the one in force says. One is open at a time",
    status: 201,
    run: ({ session, id }) => createVersion(session, id),
  }),
  call({
    put: "/procedure-versions/:id",
    says: "Save a draft. Takes the whole record; names inside `content` are as they are read. Whoever saves it is one of its authors",
    input: draftInput,
    isVersioned: true,
    example: { method_reference: "CP-DEF-01", content: emptyContent() },
    answer: done(object({ id, version: whole })),
    run: ({ session, id, body }) => saveDraft(session, id, body),
  }),
];
