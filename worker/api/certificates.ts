import { certificateReportRules } from "#app/shared/flows/certificate-reports.ts";
import { conformities, certificateReports as table } from "#drizzle/tenant/index.ts";
import { beginCertificate, beginInput } from "../domain/certificates/begin.ts";
import { certificateReportFlow } from "../domain/certificates/flow.ts";
import { draftInput } from "../domain/certificates/input.ts";
import { issueCertificates, issueManyInput } from "../domain/certificates/issue-many.ts";
import { certificateList, listCertificates } from "../domain/certificates/list.ts";
import { certificateToRead } from "../domain/certificates/read.ts";
import { saveCertificate } from "../domain/certificates/save.ts";
import { changesOf } from "../domain/changes/changed-since.ts";
import { data, done, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import {
  columnsShape,
  day,
  id,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  sampleId,
  text,
  whole,
} from "./shapes.ts";
import { toWire } from "./wire.ts";

const call = companyCalls({ tag: certificateReportFlow.label, of: table });

const listedShape = columnsShape(
  table,
  [
    ...["id", "version", "name", "certificateNo", "revisionNo", "status", "conformity"],
    ...["asFoundConformity", "calEndOn", "issuedOn", "nextDueOn", "jobNo", "accredited"],
    ...["writerIds", "submittedBy", "checkedBy"],
  ],
  {
    machine_no: text,
    machine_name: text,
    serial_no: orNull(text),
    model_name: text,
    consumer_name: orNull(text),
  },
);
const standardShape = object({
  ...{ calibrator_id: id, role: text, calibrator_no: text, name: text },
  ...{ certificate_no: orNull(text), due_on: orNull(text) },
});
const anything = { description: "As it is saved; names inside are as they are read" };

const example = {
  ...{ title: "Calibration certificate", cal_start_on: "2026-11-20", cal_end_on: "2026-11-20" },
  ...{ performed_at: "laboratory", accredited: false, adjustment: "none", show_due: false },
  public_level: "summary",
  standards: [],
  measured: {
    ...{ as_found: {}, as_left: {}, adjusted: [], bothSides: [], notMeasured: {}, checks: {} },
    ...{ environment: [], acclimatised: "" },
  },
};

/** The calls that begin, measure and read a certificate; its moves, signatures among them, are calls of the flow. */
export const certificateCalls: Call[] = [
  call({
    get: "/certificate-reports",
    needs: "view-certificate-report",
    says: "List: Certificate, newest first",
    query: listQuery(["newest"], {
      tab: { ...oneOf(...Object.keys(certificateList.tabs)), default: "draft" },
      status: oneOf(...Object.keys(certificateReportRules.states)),
      conformity: oneOf(...conformities),
      machine: { ...id, description: "Of this machine" },
      consumer: { ...id, description: "Of this consumer" },
      calibrator: { ...id, description: "Measured with this calibrator" },
      from: { ...day, description: "Calibrated on this day or later" },
      to: { ...day, description: "Calibrated on this day or earlier" },
    }),
    answer: page(listedShape),
    changes: {
      ...changesOf(table),
      columns: [
        ...["id", "version", "createdAt", "updatedAt", "name", "certificateNo", "revisionNo"],
        ...["revisionOfId", "replacedById", "kind", "title", "status", "machineId", "consumerId"],
        ...["consumerSiteId", "jobNo", "receivedOn", "calStartOn", "calEndOn", "nextDueOn"],
        ...["performedAt", "accredited", "conformity", "asFoundConformity", "submittedAt"],
        ...[
          "checkedAt",
          "approvedAt",
          "issuedOn",
          "issuedAt",
          "voidedAt",
          "voidReason",
          "pdfSha256",
        ],
      ],
    },
    run: ({ session, query }) => listCertificates(session, query),
  }),
  call({
    post: "/certificate-reports",
    needs: "create-certificate-report",
    says: "Begin a certificate of a machine: a draft by its procedure in force, with the standards that its roles ask for; `from_id` names an issued certificate of the machine whose procedure, head and standards it takes over. The machine is in calibration from now on",
    input: beginInput,
    example: { machine_id: sampleId, job_no: "J-1042" },
    status: 201,
    answer: done(object({ id })),
    run: ({ session, body }) => beginCertificate(session, body),
  }),
  call({
    post: "/certificate-reports/issue",
    needs: "issue-certificate-report",
    says: "Issue up to 50 approved certificates, one after the other, with one password. Each is issued as by its own call; what cannot be issued is told with the reason and left as it is",
    input: issueManyInput,
    example: { ids: [sampleId], password: "Calibrate-2026-demo" },
    answer: done(
      object({
        issued: list(object({ id, certificate_no: text })),
        failed: list(object({ id, reason: text })),
      }),
    ),
    run: async ({ session, body }) => {
      const { data: told, ...answer } = await issueCertificates(session, body);
      return { ...answer, data: { ...told, issued: told.issued.map(toWire) } };
    },
  }),
  call({
    get: "/certificate-reports/:id",
    needs: "view-certificate-report",
    says: "Read: Certificate, with what was measured and what came of it",
    answer: data(
      rowShape(table, {
        measured: anything,
        results: anything,
        standards: list(standardShape),
        moves: offers,
      }),
    ),
    run: async ({ session, id: own }) => {
      const { standards, ...read } = await certificateToRead(session, own);
      return { ...read, standards: standards.map(toWire) };
    },
  }),
  call({
    put: "/certificate-reports/:id",
    needs: "edit-certificate-report",
    says: "Save a draft with what was measured. Takes the whole record; names inside `measured` are as they are read. Whoever saves it neither checks nor approves it",
    input: draftInput,
    isVersioned: true,
    example,
    answer: done(object({ id, version: whole })),
    run: ({ session, id: own, body }) => saveCertificate(session, own, body),
  }),
];
