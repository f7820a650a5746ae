import { builtInCertificate } from "#app/shared/certificates/forms/calibration.ts";
import { reportForms, reportFormVersions as table } from "#drizzle/tenant/index.ts";
import { reportFormFlow } from "../domain/report-forms/flow.ts";
import { formVersionsOf, formVersionToRead } from "../domain/report-forms/read.ts";
import {
  beginForm,
  beginFormInput,
  createFormVersion,
  layoutDraft,
  saveForm,
} from "../domain/report-forms/save.ts";
import { data, done } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { columnsShape, id, list, object, rowShape, text, whole } from "./shapes.ts";

const call = companyCalls({ tag: reportFormFlow.label, needs: "edit-report-form", of: table });

const missing = object({ key: text, name: text, clause: text, why: text });
const { page, sections } = builtInCertificate;

/** Forms of certificates and reports, and their versions. Publishing and retiring are moves, in flows.ts. */
export const certificateFormCalls: Call[] = [
  call({
    post: "/report-forms/begin",
    needs: "create-report-form",
    says: "Add a report form with its first draft: of the built-in form of its kind, or of another form",
    input: beginFormInput,
    example: { name: "Defibrillator certificate", kind: "calibration" },
    status: 201,
    answer: done(object({ id, versionId: id })),
    run: ({ session, body }) => beginForm(session, body),
  }),
  call({
    get: "/report-forms/:id/versions",
    needs: "view-report-form",
    of: reportForms,
    says: "List: Report form version, newest first, without their layouts",
    answer: data(() =>
      list(
        columnsShape(table, [
          ...["id", "versionNo", "name", "status", "publishedAt", "publishedBy"],
          ...["retiredAt", "retiredBy", "createdAt", "updatedAt", "version"],
        ]),
      ),
    ),
    run: ({ session, id }) => formVersionsOf(session, id),
  }),
  call({
    get: "/report-form-versions/:id",
    needs: "view-report-form",
    says: "Read: Report form version, with what a report of the kind must say and the layout does not",
    answer: data(() => rowShape(table, { missing: list(missing), moves: offers })),
    run: ({ session, id }) => formVersionToRead(session, id),
  }),
  call({
    post: "/report-forms/:id/versions",
    of: reportForms,
    says: "Begin the next version of a form: a draft of what the published one says. One draft is open at a time",
    status: 201,
    run: ({ session, id }) => createFormVersion(session, id),
  }),
  call({
    put: "/report-form-versions/:id",
    says: "Save a draft. Takes the whole layout; names inside are as they are read",
    input: layoutDraft,
    isVersioned: true,
    example: { layout: { page, sections } },
    answer: done(object({ id, version: whole })),
    run: ({ session, id, body }) => saveForm(session, id, body),
  }),
];
