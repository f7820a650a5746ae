/** The issue of a certificate, and what may come after it. */

import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import {
  CERTIFICATE_SCHEMA,
  type CertificateContent,
  type CertificateDocument,
} from "#app/shared/certificates/document.ts";
import {
  calibrators,
  certificateReportEvents,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { conflict } from "../../refusals.ts";
import { ownPassword } from "../account/prove-password.ts";
import { FIRST } from "../activity/chain.ts";
import { bump } from "../entity/counters.ts";
import { workOn } from "../entity/flow-work.ts";
import { formatQuery, sequencesQuery } from "../entity/numbers.ts";
import { appending, ledgerHead, type Proved } from "../ledger/ledger.ts";
import { hashed } from "../measurement/hashed.ts";
import { tellIssued } from "../webhooks/told.ts";
import { keepingText } from "./checking.ts";
import { calibrated } from "./machine-moves.ts";
import { countedInMonth } from "./month-limit.ts";
import { nextNumber, takingNumber } from "./numbering.ts";
import { type CertificateRecord, recordOf } from "./record.ts";
import { recordReads } from "./record-reads.ts";
import { certificateWords } from "./searching.ts";
import {
  type KeptSignature,
  printed,
  proveSigner,
  readToSign,
  signed,
  signingReads,
  whyNot,
} from "./signing.ts";
import { refuseGates, standingOf } from "./standing.ts";

type Certificate = Row<typeof table>;
const work = workOn<typeof table>();

/** The revision before a certificate, as a statement of a read. */
const before = (db: CompanyDb, id: string) => {
  const its: SQL = sql`(select "named"."revision_of_id" from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`;
  return db.byId(table, its);
};

const proved = (
  fact: Proved["fact"],
  { id, revisionNo }: Pick<Certificate, "id" | "revisionNo">,
  payload: Proved["payload"],
): Proved => ({
  ...{ fact, entity: "certificate_report", entityId: id },
  payload: { revision_no: revisionNo, ...payload },
});

/** The former revision is superseded in the batch that issues the next one. */
function superseding(
  db: CompanyDb,
  former: Certificate,
  by: { id: string; number: string },
  at: number,
) {
  if (former.status !== "issued")
    conflict("The certificate that it revises is not issued any more");
  const { actorId, actorName } = db.stamp;
  const writes: Statement[] = [
    db.assertUnchanged(table, former, eq(table.status, "issued")),
    db.updating(table, eq(table.id, former.id), { status: "superseded", replacedById: by.id }),
    db.inserting(certificateReportEvents, {
      ...{ certificateReportId: former.id, status: "superseded", note: by.number },
      ...{ actorId, actorName, at },
    }),
    bump(db, "certificates.issued", -1),
    bump(db, "certificates.superseded", 1),
  ];
  const also: Activity = {
    ...{ action: "supersede.certificate_report", kind: "certificate_report", id: former.id },
    label: former.name,
    changes: [{ field: "status", from: "issued", to: "superseded" }],
  };
  return { writes, also };
}

type Issued = {
  certificate: Certificate;
  content: CertificateContent;
  contentSha256: string;
  number: string;
  former: Certificate | undefined;
  head: { seq: number; hash: string };
  signatures: readonly KeptSignature[];
  verifyUrl: string;
  issuedOn: string;
  at: number;
};

/** The document that everything is drawn from. */
const documentOf = (issued: Issued): CertificateDocument => {
  const { certificate, content, contentSha256, number, former, head, at } = issued;
  return {
    schema: CERTIFICATE_SCHEMA,
    content,
    issue: {
      certificate_no: number,
      revision_no: certificate.revisionNo,
      replaces: former
        ? { certificate_no: former.certificateNo!, document_sha256: former.documentSha256! }
        : null,
      amendment_reason: certificate.amendmentReason,
      changes: [],
      issued_on: issued.issuedOn,
      issued_at: at,
      verify_url: issued.verifyUrl,
      content_sha256: contentSha256,
      ledger_seq: head.seq,
      ledger_head: head.hash,
      signatures: issued.signatures.map(printed),
    },
  };
};

const ASKED_AT_ISSUE = ["G2", "G3", "G4", "G9", "G13"] as const;

/** The batch stops where a standard that was in use went out of it since it was read. */
function standardsInUse(db: CompanyDb, { setup }: CertificateRecord): Statement {
  const out = ["quarantined", "damaged"] as const;
  const used = setup.standards.filter(({ status }) => !out.some((one) => one === status));
  const ids = used.map(({ calibratorId }) => calibratorId);
  const gone = and(inArray(calibrators.id, among(ids)), inArray(calibrators.status, out))!;
  return db.assert("state", sql`not ${db.exists(calibrators, gone)}`);
}

const issue = work({
  fields: { password: ownPassword },
  stamp: "issued",
  reads: (db, id) =>
    [
      ...signingReads(db, id),
      ledgerHead(db),
      formatQuery(db, "certificate"),
      sequencesQuery(db, "certificate"),
      before(db, id),
    ] as const,
  async run({ db, session, before: certificate, values, read, today, at }) {
    await proveSigner(session, values.password);
    // They follow the nineteen of `signingReads`.
    const [[top], [format], sequences, [former]] = [read[19], read[20], read[21], read[22]];
    const { record, signature, text } = readToSign(read);
    const role = "authorised_signatory";
    const why = whyNot(signature, role, record, session.company, today);
    const refuseStanding = (now: CertificateRecord) =>
      refuseGates(standingOf(now, why, today).gates, ASKED_AT_ISSUE);
    refuseStanding(record);
    if (text === null || (await sha256(text)) !== certificate.contentSha256)
      conflict("What was approved is not what is kept. Send it back.");
    if (today < certificate.calEndOn) conflict("Its last day of work is still to come");
    const number = nextNumber(session.company, format, sequences, at);
    const no = certificate.baseNo
      ? `${certificate.baseNo}-R${certificate.revisionNo}`
      : number.text;
    const { kept, event } = signed({
      ...{ session, db, role, signature, why, contentSha256: certificate.contentSha256!, at },
    });
    const head = top ?? { seq: 0, hash: FIRST };
    const document = await hashed(
      documentOf({
        ...{ certificate, number: no, former, head, at, issuedOn: today },
        content: JSON.parse(text!) as CertificateContent,
        contentSha256: certificate.contentSha256!,
        signatures: [...certificate.signatures, kept],
        verifyUrl: `${session.origin}/verify/${certificate.verifyToken}`,
      }),
    );
    const facts = { certificate_no: no, issued_on: today, document_sha256: document.hash };
    const gone = former && superseding(db, former, { id: certificate.id, number: no }, at);
    const proofs = await appending(
      db,
      top,
      [
        proved("certificate.issued", certificate, facts),
        ...(former
          ? [
              proved("certificate.superseded", former, {
                certificate_no: former.certificateNo,
                replaced_by: no,
              }),
            ]
          : []),
      ],
      at,
    );
    const month = countedInMonth(db, today, session.company.limits.max_certificates_per_month);
    const machine = calibrated(
      ...([db, record.machine, { ...certificate, certificateNo: no }, at] as const),
    );
    return {
      set: {
        ...{ certificateNo: no, baseNo: certificate.baseNo ?? no, name: no, issuedOn: today },
        ...{ documentSha256: document.hash, renderState: "pending" },
        signatures: [...certificate.signatures, kept],
      },
      // Of several at once the ledger lets one through, before its number is taken; the former revision goes before its next one.
      around: (update) => [
        ...proofs,
        standardsInUse(db, record),
        ...(certificate.baseNo ? [] : [...month.writes, ...takingNumber(db, number)]),
        ...(gone?.writes ?? []),
        update,
      ],
      writes: [
        ...keepingText(db, certificate.id, document.text),
        ...machine.writes,
        ...certificateWords(db, { ...certificate, name: no }, record.machine, record.model),
        tellIssued(db, session.origin, certificate.id, at),
      ],
      also: [...(gone ? [gone.also] : []), ...machine.also],
      explain: async () => {
        refuseStanding(recordOf(await db.read(...recordReads(db, certificate.id))));
        if (!certificate.baseNo) await month.explain();
      },
      event: { ...event, note: no },
      changes: [
        { field: "certificateNo", from: null, to: no },
        { field: "status", from: "approved", to: "issued" },
      ],
      data: { certificateNo: no },
      message: `Certificate ${no} issued`,
    };
  },
  message: "Certificate issued",
  summary:
    "Issue an approved certificate: it takes the next number, is written into the ledger and signed by password; the revision before it is superseded",
  example: { password: "Calibrate-2026-demo" },
});

const voiding = work({
  fields: { password: ownPassword },
  stamp: "voided",
  reads: (db, id) => [...signingReads(db, id), ledgerHead(db)] as const,
  async run({ db, session, before: certificate, values, read, today, at }) {
    await proveSigner(session, values.password);
    const [head] = read[19];
    const { record, signature } = readToSign(read);
    const role = "authorised_signatory";
    const why = whyNot(signature, role, record, session.company, today);
    const { event } = signed({
      ...{ session, db, role, signature, why, contentSha256: certificate.contentSha256!, at },
    });
    return {
      set: { voidReason: values.reason },
      writes: await appending(
        db,
        head,
        [
          proved("certificate.voided", certificate, {
            certificate_no: certificate.certificateNo,
            reason: values.reason,
          }),
        ],
        at,
      ),
      event,
    };
  },
  message: "Certificate voided",
  summary:
    "Void an issued certificate: whoever checks it is told so and why; the person signs by password",
  example: { password: "Calibrate-2026-demo", reason: "The device was another one" },
});

/** What makes a certificate valid, and what may come after. */
export const issuingMoves = { issue, void: voiding };
