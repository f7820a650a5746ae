/** The record of an in-house calibration as paper. */
import { eq, sql } from "drizzle-orm";

import {
  CERTIFICATE_SCHEMA,
  type CertificateSignature,
  type PaperContent,
  type PaperDocument,
} from "#app/shared/certificates/document.ts";
import { inhouseForm } from "#app/shared/certificates/inhouse-form.ts";
import { usualStatements } from "#app/shared/certificates/statements.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { actionWords, outcomeWords } from "#app/shared/inhouse-words.ts";
import { gatedHeadOf } from "#app/shared/measuring/inhouse.ts";
import { ENGINE_VERSION } from "#app/shared/metrology/point.ts";
import { assets, departments, users } from "#drizzle/tenant/index.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { FIRST } from "../activity/chain.ts";
import { hashed } from "../measurement/hashed.ts";
import { type Laboratory, laboratoryQuery } from "../measurement/laboratory.ts";
import {
  checksOf,
  environmentOf,
  judgedBy,
  labOf,
  standardsOf,
  tablesOf,
} from "../measurement/told.ts";
import { type InhouseRecord, recordOf } from "./record.ts";
import { own, recordReads } from "./record-reads.ts";
import { standingOf } from "./standing.ts";

type Named = { technician: string; verifier: string | null; closer: string | null };

/** What it came to, why, and what was done, as lines. */
function outcomeText({ calibration }: InhouseRecord): string {
  const { outcome, outcomeReason, action, contactOnSite } = calibration;
  return [
    outcome ? outcomeWords[outcome] : "Not said yet",
    outcomeReason,
    action === "none" ? null : `Action: ${actionWords[action]}`,
    contactOnSite && `Contact on site: ${contactOnSite}`,
  ]
    .filter(Boolean)
    .join("\n");
}

function signaturesOf({ calibration }: InhouseRecord, named: Named): CertificateSignature[] {
  const by = (
    meaning: CertificateSignature["meaning"],
    name: string | null,
    at: number | null,
  ): CertificateSignature[] =>
    name && at !== null
      ? [
          {
            ...{ meaning, name, role: "in_house", designation: null, signed_at: at },
            ...{ auth_method: "their account", content_sha256: FIRST },
          },
        ]
      : [];
  const { verifiedAt, closedAt } = calibration;
  return [
    // What was measured is final when somebody has verified it.
    ...by("performed", named.technician, verifiedAt),
    ...by("reviewed", named.verifier, verifiedAt),
    ...by("approved", named.closer, closedAt),
  ];
}

async function contentOf(
  record: InhouseRecord,
  profile: Laboratory,
  session: Session,
  location: string | null,
): Promise<PaperContent> {
  const { calibration, asset, procedure, version, set, setup } = record;
  const standing = standingOf(record);
  const isTested = calibration.outcome !== "not_tested";
  const parameters = isTested ? await tablesOf(record, standing) : [];
  const statements = [
    ...(setup.standards.length > 0 && parameters.length > 0 ? (["traceability"] as const) : []),
    ...(parameters.length > 0 ? (["uncertainty"] as const) : []),
  ];
  return {
    ...{ kind: "inhouse", title: "In-house calibration" },
    lab: labOf(profile, session.company, false),
    customer: null,
    item: {
      ...{ machine_no: asset.assetCode, name: asset.name, serial_no: asset.serialNo, location },
      ...{ manufacturer: asset.make ?? "", model: asset.model ?? "" },
      ...{ customer_tag: null, device_code: null, firmware: null, accessories: null },
      year_of_make: null,
      electrical_class: setup.device.electricalClass,
      applied_part: setup.device.appliedPart,
    },
    ...{ received_on: null, condition_on_receipt: null, performed_address: null },
    ...{ performed_from: calibration.performedOn, performed_to: calibration.performedOn },
    performed_at: "laboratory",
    ...{ job_no: null, request_no: null, po_no: null, scheme_no: null },
    procedure: {
      ...{ code: procedure.code, title: procedure.name, version_no: version.versionNo },
      method_reference: version.methodReference,
    },
    rules: judgedBy(record, parameters),
    standards: standardsOf(record),
    environment: environmentOf(standing),
    acclimatised_minutes: set.measured.acclimatised.trim() || null,
    adjustment: gatedHeadOf(calibration).adjustment,
    as_found_missing: calibration.asFoundMissing,
    parameters,
    safety: setup.content.safety,
    checks: isTested ? checksOf(standing) : [],
    conformity: isTested ? standing.conformity : "not_stated",
    as_found_conformity: isTested ? standing.asFound : null,
    deviations: calibration.deviations,
    ...{ concessions: [], external_providers: null, opinion: null, opinion_by: null },
    next_due_on: calibration.nextDueOn,
    statements: statements.map((key) => ({ key, text: usualStatements[key] })),
    engine_version: ENGINE_VERSION,
    form: inhouseForm(outcomeText(record)),
  };
}

export type InhousePaper = {
  document: PaperDocument;
  documentSha256: string;
  watermark: "DRAFT" | "VOID" | null;
};
const watermarks = { draft: "DRAFT", verified: "DRAFT", cancelled: "VOID", closed: null } as const;

/** The record of an in-house calibration as it stands, marked where it is not closed. @throws Response 403, 404 */
export async function inhousePaper(session: Session, id: string): Promise<InhousePaper> {
  const db = session.authorize("view-inhouse-calibration");
  const department = sql`(select ${assets.departmentId} from ${assets} where ${db.ofOwner(assets, eq(assets.id, own(db, id, "asset_id")))})`;
  const all = await db.read(
    ...recordReads(db, id),
    laboratoryQuery(db),
    db.byId(users, own(db, id, "technician_id")),
    db.byId(users, own(db, id, "verified_by")),
    db.byId(users, own(db, id, "closed_by")),
    db.byId(departments, department),
  );
  const record = recordOf(all);
  const { calibration } = record;
  const [[technician], [verifier], [closer], [place]] = [all[12], all[13], all[14], all[15]];
  const named = {
    technician: technician?.name ?? "",
    verifier: verifier?.name ?? null,
    closer: closer?.name ?? null,
  };
  const profile = all[11][0] ?? notFound("company");
  const document: PaperDocument = {
    schema: CERTIFICATE_SCHEMA,
    content: await contentOf(record, profile, session, place?.name ?? null),
    issue: {
      ...{ certificate_no: calibration.inhouseNo, revision_no: 0, replaces: null },
      ...{ amendment_reason: null, changes: [] },
      issued_on: dayIn(session.company.timeZone, calibration.closedAt ?? Date.now()),
      issued_at: calibration.closedAt ?? Date.now(),
      verify_url: `${session.origin}/inhouse-calibration/${id}`,
      ...{ content_sha256: FIRST, ledger_seq: 0, ledger_head: FIRST },
      signatures: signaturesOf(record, named),
    },
  };
  return {
    document,
    documentSha256: (await hashed(document)).hash,
    watermark: watermarks[calibration.status],
  };
}
