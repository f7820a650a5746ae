/** What an issued certificate says, from its document and not from rows, which may say something else today. */
import { eq } from "drizzle-orm";
import type { CertificateDocument, CertificateResult } from "#app/shared/certificates/document.ts";
import type { IssuedFacts, Judged } from "#app/shared/certificates/verified.ts";
import { certificateTexts } from "#drizzle/tenant/index.ts";
import { sha256 } from "../../auth/tokens.ts";
import { objectAt } from "../../files/stored.ts";
import { unavailable } from "../../refusals.ts";
import type { Opened } from "./open.ts";

/** Bytes; a document has at most 1.5 million characters and what issuing adds. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Facts are a few hundred bytes and never change: a document is read once by each isolate, however often it is checked. */
const MOST_KEPT = 500;
const kept = new Map<string, IssuedFacts>();

const countOf = (verdicts: readonly string[]): Judged => {
  const judged = verdicts.filter((one) => one !== "not_stated" && one !== "not_applicable");
  const missed = judged.filter((one) => one === "fail" || one === "conditional_fail");
  return { judged: judged.length, missed: missed.length };
};
const points = (results: readonly (CertificateResult | null)[]) =>
  countOf(results.flatMap((result) => result?.verdict ?? []));

/** What of a document is shown to anybody. */
export function factsOf({ content, issue }: CertificateDocument): IssuedFacts {
  const { lab, item } = content;
  const lines = content.parameters.flatMap(({ adjusted, lines }) =>
    lines.map((line) => ({ found: line.as_found, left: adjusted ? line.as_left : line.as_found })),
  );
  return {
    kind: content.kind,
    title: content.title,
    laboratory: {
      ...{ name: lab.name, address: lab.address, country: lab.country },
      ...{ accreditation: lab.accreditation, time_zone: lab.time_zone },
    },
    item: {
      ...{ name: item.name, manufacturer: item.manufacturer },
      ...{ model: item.model, serial_no: item.serial_no },
    },
    performed_at: content.performed_at,
    adjustment: content.adjustment,
    as_found: content.as_found_conformity && {
      conformity: content.as_found_conformity,
      points: points(lines.map(({ found }) => found)),
    },
    as_left: {
      conformity: content.conformity,
      points: points(lines.map(({ left }) => left)),
      checks: countOf(content.checks.map(({ verdict }) => verdict)),
    },
    signatures: issue.signatures.map(({ meaning, name, designation, signed_at, auth_method }) => ({
      ...{ meaning, name, designation, signed_at, auth_method },
    })),
  };
}

/** The document's text, from where it is kept. @throws Response 503 when the object store does not answer */
async function textOf({ db, certificate, files }: Opened, bucket: R2Bucket): Promise<string> {
  if (files.json) {
    const object = await objectAt(bucket, files.json.objectKey);
    if (!object) return unavailable();
    if (object.size > MOST_BYTES) throw new Error(`Certificate ${certificate.id} is too large`);
    return object.text();
  }
  const [rows] = await db.read(
    db
      .select({ text: certificateTexts.text })
      .from(certificateTexts)
      .where(db.ofOwner(certificateTexts, eq(certificateTexts.certificateReportId, certificate.id)))
      .limit(1),
  );
  return rows[0]?.text ?? unavailable();
}

/** What an issued certificate says. Its document is what was issued, or nothing is shown. @throws Response 503 */
export async function issuedFacts(opened: Opened, bucket: R2Bucket): Promise<IssuedFacts> {
  const { certificate, db } = opened;
  const key = `${db.companyId} ${certificate.id} ${certificate.documentSha256}`;
  const before = kept.get(key);
  if (before) return before;
  const text = await textOf(opened, bucket);
  if ((await sha256(text)) !== certificate.documentSha256)
    throw new Error(`The document of certificate ${certificate.id} is not what was issued`);
  const facts = factsOf(JSON.parse(text) as CertificateDocument);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, facts);
  return facts;
}
