import {
  calibratorCertificateEvents,
  calibratorCertificates,
  calibratorEvents,
  calibratorRanges,
  calibrators as table,
} from "#drizzle/tenant/index.ts";
import { certificateFlow } from "../domain/calibrator-certificates/flow.ts";
import { certificateInput } from "../domain/calibrator-certificates/input.ts";
import { findCertificate, listCertificates } from "../domain/calibrator-certificates/read.ts";
import {
  addPaper,
  createCertificate,
  updateCertificate,
} from "../domain/calibrator-certificates/save.ts";
import { calibratorInput } from "../domain/calibrators/input.ts";
import { resources } from "../domain/index.ts";
import { takeUpload } from "../files/upload.ts";
import { data, done } from "./answers.ts";
import { type Call, companyCalls, multipart } from "./call.ts";
import { offers } from "./flows.ts";
import { resourceCalls } from "./resource-calls.ts";
import { id, list, object, orNull, rowShape, text } from "./shapes.ts";
import { toWire } from "./wire.ts";

const roles = { role_codes: list(text) };
const call = companyCalls({
  tag: certificateFlow.label,
  needs: "edit-calibrator",
  of: calibratorCertificates,
});

const example = {
  certificate_no: "EMT-26-11870",
  issued_by: "Electromedical Standards Laboratory",
  route: "accredited_lab",
  calibrated_on: "2026-05-13",
  issued_on: "2026-05-14",
  due_on: "2027-05-12",
  as_found: "in_tolerance",
  ranges: [
    {
      parameter: "Delivered energy",
      unit: "J",
      range_lo: "0.1",
      range_hi: "600",
      resolution: "0.1",
      u_kind: "pct_reading",
      u_pct: "1",
      u_k: "2",
      drift_kind: "none",
      correction: "linear",
      points: [
        {
          nominal: "200",
          reference: "200.0",
          indicated: "200.3",
          correction: "-0.3",
          u: "2.0",
          k: "2",
        },
      ],
    },
  ],
};

const saved = done(object({ id, calibrator_id: id }));
const certificateShape = rowShape(calibratorCertificates, { entered_by: list(text) });

/** Calibrators and their certificates. The moves of both are in flows.ts. */
export const calibratorCalls: Call[] = [
  ...resourceCalls("calibrators", resources.calibrators!, "company", {
    record: rowShape(table, {
      ...roles,
      events: list(rowShape(calibratorEvents)),
      moves: offers,
    }),
    example: { kind: calibratorInput.shape.kind.options[0], role_codes: ["ecg_simulator"] },
  }),
  call({
    get: "/calibrators/:id/certificates",
    needs: "view-calibrator",
    of: table,
    says: "The certificates of a calibrator, those of the latest calibration first",
    answer: data(list(certificateShape)),
    run: async ({ session, id }) => (await listCertificates(session, id)).map(toWire),
  }),
  call({
    post: "/calibrators/:id/certificates",
    of: table,
    says: "Enter a certificate of a calibrator; another person accepts it once its paper is there. At most 30 ranges of 200 points",
    input: certificateInput,
    example,
    status: 201,
    answer: saved,
    run: ({ session, id, body }) => createCertificate(session, id, body),
  }),
  call({
    get: "/calibrator-certificates/:id",
    needs: "view-calibrator",
    says: "A certificate of a calibrator with its ranges and what happened to it",
    answer: data(
      rowShape(calibratorCertificates, {
        entered_by: list(text),
        ...{ source_certificate_id: orNull(id), source_certificate_no: orNull(text) },
        ranges: list(rowShape(calibratorRanges)),
        events: list(rowShape(calibratorCertificateEvents)),
        moves: offers,
      }),
    ),
    run: async ({ session, id }) => {
      const { ranges, events, ...certificate } = await findCertificate(session, id);
      return { ...certificate, ranges: ranges.map(toWire), events: events.map(toWire) };
    },
  }),
  call({
    put: "/calibrator-certificates/:id",
    says: "Change a certificate that nobody has accepted. Takes the whole certificate with its ranges",
    input: certificateInput,
    isVersioned: true,
    example,
    answer: saved,
    run: ({ session, id, body }) => updateCertificate(session, id, body),
  }),
  call({
    post: "/calibrator-certificates/:id/paper",
    says: "Put the PDF of a certificate beside its figures",
    form: multipart(
      object({ file: { ...text, format: "binary", description: "A PDF of at most 25 MB" } }),
    ),
    answer: saved,
    run: ({ session, visit, id, form }) =>
      addPaper(session, id, { bucket: visit.env.MEDIA, upload: takeUpload(form, "file") }),
  }),
];
