/** What anybody is told of a certificate by its code (calibration 8), as far as its laboratory shows it. */
import {
  type CertificateState,
  type Verified,
  type VerifiedEntry,
  type VerifiedFile,
  type VerifiedSummary,
  verifiedFiles,
} from "#app/shared/certificates/verified.ts";
import type { Visit } from "../../env.ts";
import { notFound } from "../../refusals.ts";
import { originAt } from "../labels/public-device.ts";
import type { Linked } from "../ledger/chain.ts";
import { issuedFacts } from "./facts.ts";
import { type Opened, openedByToken, type StoredFileRow } from "./open.ts";

const states = {
  issued: "valid",
  superseded: "superseded",
  voided: "void",
} as const satisfies Record<string, CertificateState>;
const stateOf = ({ certificate: { status } }: Opened) => states[status as keyof typeof states];

/** What the payload's hash of an entry is of: what issuing.ts has had proved. */
function payloadOf({ certificate, after }: Opened, action: string): VerifiedEntry["payload"] {
  const { revisionNo, certificateNo, issuedOn, documentSha256, voidReason } = certificate;
  const known = { revision_no: revisionNo, certificate_no: certificateNo };
  if (action === "certificate.superseded") return { ...known, replaced_by: after?.number ?? null };
  if (action === "certificate.voided") return { ...known, reason: voidReason };
  return { ...known, issued_on: issuedOn, document_sha256: documentSha256 };
}

const entryOf = (opened: Opened, entry: Linked): VerifiedEntry => ({
  ...entry,
  payload: payloadOf(opened, entry.action),
});

async function summaryOf(opened: Opened, bucket: R2Bucket): Promise<VerifiedSummary> {
  const { certificate, voided, ledger } = opened;
  return {
    ...(await issuedFacts(opened, bucket)),
    void:
      certificate.status === "voided"
        ? {
            reason: certificate.voidReason ?? "",
            name: voided?.name ?? null,
            designation: voided?.designation ?? null,
          }
        : null,
    hashes: {
      content: certificate.contentSha256!,
      document: certificate.documentSha256!,
      pdf: certificate.pdfSha256,
      dcc: certificate.dccSha256,
    },
    ledger: ledger.map((entry) => entryOf(opened, entry)),
  };
}

/** When it was superseded or voided: both are proved by the ledger. */
const sinceOf = ({ ledger }: Opened) =>
  ledger.find(
    ({ action }) => action === "certificate.superseded" || action === "certificate.voided",
  )?.at ?? null;

/** A certificate as anybody is told of it, and how its company writes dates. @throws Response 404, 429, 503 */
export async function verified(
  visit: Visit,
  token: string,
): Promise<{ certificate: Verified; dateFormat: string | null }> {
  const opened = await openedByToken(visit, token);
  const { certificate, after, files, company } = opened;
  const isFull = certificate.publicLevel === "full";
  const summary =
    certificate.publicLevel === "status" ? null : await summaryOf(opened, visit.env.MEDIA);
  const verifyUrl = (of: string) => `${originAt(visit)}/verify/${of}`;
  return {
    certificate: {
      certificate_no: certificate.certificateNo!,
      revision_no: certificate.revisionNo,
      state: stateOf(opened),
      state_since: sinceOf(opened),
      replaced_by: after?.number
        ? { certificate_no: after.number, verify_url: verifyUrl(after.token) }
        : null,
      calibrated_from: certificate.calStartOn,
      calibrated_to: certificate.calEndOn,
      issued_on: certificate.issuedOn!,
      checked_at: opened.now,
      time_zone: summary?.laboratory.time_zone ?? company.timeZone,
      company: company.name,
      summary,
      files: verifiedFiles.flatMap((file) => {
        const row = isFull ? files[file] : null;
        return row ? { file, bytes: row.bytes, url: `${verifyUrl(opened.token)}/${file}` } : [];
      }),
    },
    dateFormat: opened.dateFormat && (JSON.parse(opened.dateFormat) as string),
  };
}

const isFile = (name: string): name is VerifiedFile =>
  (verifiedFiles as readonly string[]).includes(name);

/** The row of a file that a certificate's laboratory gives to anybody. @throws Response 404, 429 */
export async function verifiedFile(
  visit: Visit,
  token: string,
  name: string,
): Promise<StoredFileRow> {
  const { certificate, files } = await openedByToken(visit, token);
  const row = isFile(name) && certificate.publicLevel === "full" ? files[name] : null;
  return row ?? notFound("file");
}
