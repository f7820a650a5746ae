import { and, eq, getTableColumns, isNull, ne, sql } from "drizzle-orm";
import { disciplineText } from "#app/shared/calibration/disciplines.ts";
import { type Signing, whyNotSign, whyNotSignText } from "#app/shared/calibration/may-sign.ts";
import type { CertificateSignature, SignatureMeaning } from "#app/shared/certificates/document.ts";
import { zoneMinutes } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import {
  certificateTexts,
  signatures,
  type certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import type { Company, Session } from "../../session.ts";
import { provedBy, provePassword } from "../account/prove-password.ts";
import { fileFacts, fileOf, type Laboratory, laboratoryQuery } from "../measurement/laboratory.ts";
import type { StartingWith } from "../measurement/reads.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { type CertificateHead, type CertificateRecord, recordOf } from "./record.ts";
import { recordReads } from "./record-reads.ts";

type Signature = Row<typeof signatures> & { image: string | null };
type Certificate = Row<typeof table>;
export type SigningRole = "calibrated_by" | "checked_by" | "approved_by" | "authorised_signatory";

/** A signature of a certificate as its row keeps it, with whose it is. */
export type KeptSignature = Certificate["signatures"][number];

/** The person's own signature, as a statement of a read. */
export const ownSignature = (db: ReadingDb, userId: string | null) =>
  db
    .select({
      ...getTableColumns(signatures),
      image: fileFacts(db, sql`${signatures.imageMediaId}`).as("image_file"),
    })
    .from(signatures)
    .where(
      db.ofOwner(
        signatures,
        and(
          eq(signatures.userId, userId ?? ""),
          isNull(signatures.deletedAt),
          ne(signatures.status, "revoked"),
        ),
      ),
    )
    .limit(1);

const textOf = (db: ReadingDb, id: string) =>
  db
    .select({ text: certificateTexts.text })
    .from(certificateTexts)
    .where(db.ofOwner(certificateTexts, eq(certificateTexts.certificateReportId, id)))
    .limit(1);

/** What a signature is made by, as statements of a move's read. */
export const signingReads = (db: CompanyDb, id: string) =>
  [
    ...recordReads(db, id),
    ownSignature(db, db.stamp.actorId),
    laboratoryQuery(db),
    textOf(db, id),
  ] as const;

export type ReadToSign = {
  record: CertificateRecord;
  signature: Signature | undefined;
  profile: Laboratory;
  /** What was signed before, in canonical JSON; null before anything was. */
  text: string | null;
};
/** Puts together what `signingReads` read. */
export function readToSign(read: StartingWith<ReturnType<typeof signingReads>>): ReadToSign {
  const [[signature], [profile], [kept]] = [read[16], read[17], read[18]];
  return { record: recordOf(read), signature, profile: profile!, text: kept?.text ?? null };
}

/** Why a person does not sign a certificate in a role, as a sentence; null when they do. */
export function whyNot(
  signature: Signing | undefined,
  role: SigningRole,
  { procedure, version }: Pick<CertificateHead, "procedure" | "version">,
  company: Company,
  today: string,
): string | null {
  if (!signature) return "You have no signature: an Admin adds it under Signatures";
  const why = whyNotSign(signature, {
    role,
    discipline: procedure.discipline,
    parameters: version.content.parameters.map(({ name }) => name),
    on: today,
  });
  if (!why) return null;
  const date = (on: string | null) => (on ? dateText(on, settingOf(company, "date_format")) : "");
  const dates = { from: date(signature.validFrom), until: date(signature.validUntil) };
  return whyNotSignText(why, dates, disciplineText);
}

const meanings: Record<SigningRole, SignatureMeaning> = {
  calibrated_by: "performed",
  checked_by: "reviewed",
  approved_by: "approved",
  authorised_signatory: "authorised",
};

type Asked = {
  session: Session;
  db: CompanyDb;
  role: SigningRole;
  signature: Signature | undefined;
  why: string | null;
  contentSha256: string;
  at: number;
};

/** A signature of the person who asks: as the row keeps it, and what its event tells. Their password was proved before. */
export function signed({ session, db, role, signature, why, contentSha256, at }: Asked) {
  if (why !== null || !signature) return conflict(why ?? "You have no signature");
  const { id: signatureId, name, designation } = signature;
  const meaning = meanings[role];
  const kept: KeptSignature = {
    ...{ meaning, role, name, designation, signed_at: at, auth_method: provedBy(session) },
    ...(signature.image === null ? {} : { image: fileOf(signature.image)! }),
    ...{ content_sha256: contentSha256, userId: session.actor.userId, signatureId },
  };
  return {
    kept,
    event: {
      ...{ signatureId, role, meaning, printedName: name, designation, contentSha256 },
      authMethod: kept.auth_method,
      zoneOffset: zoneMinutes(session.company.timeZone, at),
      ip: db.stamp.ip,
      userAgent: db.stamp.userAgent?.slice(0, 300) ?? null,
    },
  };
}

/** Asks for the password once more. @throws Response 422 when it is wrong, 429 after too many */
export const proveSigner = (session: Session, typed: string) =>
  provePassword(session, typed, "password");

/** A signature as documents name it. */
export const printed = ({
  userId: _,
  signatureId: __,
  ...signature
}: KeptSignature): CertificateSignature => signature;
