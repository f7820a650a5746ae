import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { CertificateDocument, CertificateKind } from "#app/shared/certificates/document.ts";
import type { FormLayout, ReportForm } from "#app/shared/certificates/form.ts";
import { elementsIn } from "#app/shared/certificates/forms/elements.ts";
import { builtInForms } from "#app/shared/certificates/forms/kinds.ts";
import { withSamples } from "#app/shared/certificates/forms/sample-answers.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { reportFormRules } from "#app/shared/flows/report-forms.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import {
  certificateReports,
  reportFormEvents,
  reportForms,
  reportFormVersions as table,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { certificatePreview } from "../certificates/preview.ts";
import { qrOf } from "../labels/qr.ts";
import { hashed } from "../measurement/hashed.ts";
import { type Laboratory, laboratoryQuery } from "../measurement/laboratory.ts";
import { labOf } from "../measurement/told.ts";
import { reportFormFlow } from "./flow.ts";
import { sampleDocument } from "./sample.ts";

type Version = Row<typeof table>;
/** So many versions of a form are listed. */
const MOST_VERSIONS = 100;
const MOST_EVENTS = 100;
/** So many reports are offered to look at a form with. */
const MOST_OFFERED = 12;

const versionsQuery = (db: ReadingDb, formId: string) =>
  db
    .select(
      pick(table, [
        ...(["id", "versionNo", "name", "status", "publishedAt", "publishedBy"] as const),
        ...(["retiredAt", "retiredBy", "createdAt", "updatedAt", "version"] as const),
      ]),
    )
    .from(table)
    .where(db.ofOwner(table, eq(table.reportFormId, formId)))
    .orderBy(desc(table.versionNo))
    .limit(MOST_VERSIONS);

/** Which version of a form a page shows: the one it names, else the draft, else the published one, else the newest. */
const shownId = (db: ReadingDb, formId: string, asked: string | null) =>
  asked
    ? sql`(select "v"."id" from ${table} as "v" where "v"."company_id" = ${db.companyId} and "v"."id" = ${asked} and "v"."report_form_id" = ${formId})`
    : sql`(select "v"."id" from ${table} as "v" where "v"."company_id" = ${db.companyId} and "v"."report_form_id" = ${formId}
        order by case "v"."status" when 'draft' then 0 when 'published' then 1 else 2 end, "v"."version_no" desc limit 1)`;

const eventsQuery = (db: ReadingDb, versionId: SQL) =>
  db
    .select(pick(reportFormEvents, ["id", "status", "note", "actorName", "at"]))
    .from(reportFormEvents)
    .where(db.ofOwner(reportFormEvents, eq(reportFormEvents.reportFormVersionId, versionId)))
    .orderBy(asc(reportFormEvents.id))
    .limit(MOST_EVENTS);

/** The newest issued reports, to look at a form with. */
const offeredQuery = (db: ReadingDb) =>
  db
    .select(pick(certificateReports, ["id", "name", "kind"]))
    .from(certificateReports)
    .where(db.ofOwner(certificateReports, eq(certificateReports.status, "issued")))
    .orderBy(desc(certificateReports.id))
    .limit(MOST_OFFERED);

/** A layout as a form, as documents keep it. */
export const formOf = ({
  name,
  versionNo,
  layout,
}: Pick<Version, "name" | "versionNo" | "layout">): ReportForm => ({
  ...{ name, version_no: versionNo },
  ...pick(layout, ["page", "sections"]),
});

/** A sample report of the laboratory. */
const sampleOf = (session: Session, profile: Laboratory, kind: CertificateKind, form: ReportForm) =>
  withSamples(
    sampleDocument(kind, {
      ...{ lab: labOf(profile, session.company, true), form },
      ...{ today: dayIn(session.company.timeZone), origin: session.origin },
    }),
    form,
  );

/** The document to look at a form with: that of a report, else a sample. @throws Response 403, 404 */
async function lookedAt(
  session: Session,
  bucket: R2Bucket,
  form: Pick<Row<typeof reportForms>, "kind">,
  shown: Version,
  { report, profile }: { report: string; profile: Laboratory },
): Promise<CertificateDocument> {
  const own = formOf(shown);
  if (!report) return sampleOf(session, profile, form.kind, own);
  const { document } = await certificatePreview(session, bucket, report);
  return { ...document, content: { ...document.content, form: own } };
}

/** A form's page: its versions, one of them in full, and a report to look at it with. @throws Response 403, 404, 503 */
export async function formDetail(
  session: Session,
  bucket: R2Bucket,
  id: string,
  params: URLSearchParams,
) {
  const db = session.authorize("view-report-form");
  const seesReports = session.can("view-certificate-report");
  const versionId = shownId(db, id, params.get("version"));
  const [[found], versions, [shown], events, offered, [profile]] = await db.read(
    db.byId(reportForms, id),
    versionsQuery(db, id),
    db.byId(table, versionId),
    eventsQuery(db, versionId),
    offeredQuery(db),
    laboratoryQuery(db),
  );
  const form = found ?? notFound("report form");
  if (!shown) return notFound("version");
  const asked = seesReports ? (params.get("with") ?? "") : "";
  const document = await lookedAt(session, bucket, form, shown, {
    report: asked,
    profile: profile ?? notFound("company"),
  });
  return {
    ...{ form, versions, events },
    shown: { ...shown, moves: movesOf(reportFormRules, shown, reportFormFlow.moverOf(session)) },
    ...{ document, with: asked, qr: qrOf(document.issue.verify_url) },
    reports: seesReports ? offered.filter(({ kind }) => kind === form.kind) : [],
    now: Date.now(),
    may: { edit: session.can("edit-report-form"), create: session.can("create-report-form") },
  };
}
export type FormDetail = Awaited<ReturnType<typeof formDetail>>;

/** A version of a form as a report that it lays out, for its PDF. @throws Response 403, 404, 503 */
export async function formPreview(
  session: Session,
  bucket: R2Bucket,
  id: string,
  params: URLSearchParams,
) {
  const db = session.authorize("view-report-form");
  const [[form], [shown], [profile]] = await db.read(
    db.byId(reportForms, id),
    db.byId(table, shownId(db, id, params.get("version"))),
    laboratoryQuery(db),
  );
  if (!form || !shown) return notFound("report form");
  const document = await lookedAt(session, bucket, form, shown, {
    report: session.can("view-certificate-report") ? (params.get("with") ?? "") : "",
    profile: profile ?? notFound("company"),
  });
  return { document, documentSha256: (await hashed(document)).hash };
}

/** A built-in form as a sample report, for its PDF. @throws Response 403; 404 for a kind that is none */
export async function builtInPreview(session: Session, kind: string) {
  const db = session.authorize("view-report-form");
  const form = Object.hasOwn(builtInForms, kind) ? builtInForms[kind as CertificateKind] : null;
  if (!form) return notFound("report form");
  const [[profile]] = await db.read(laboratoryQuery(db));
  const lab = profile ?? notFound("company");
  const document = sampleOf(session, lab, kind as CertificateKind, form);
  return { document, documentSha256: (await hashed(document)).hash };
}

/** What a new form is begun with: the form that its address names. @throws Response 403 */
export async function formToBegin(session: Session, from: string | null) {
  const db = session.authorize("create-report-form");
  const [[form]] = await db.read(db.byId(reportForms, from ?? ""));
  return form ? pick(form, ["id", "name", "kind"]) : null;
}

/** The versions of a form, newest first, without their layouts. @throws Response 403, 404 */
export async function formVersionsOf(session: Session, formId: string) {
  const db = session.authorize("view-report-form");
  const [[form], versions] = await db.read(db.byId(reportForms, formId), versionsQuery(db, formId));
  return form ? versions : notFound("report form");
}

/** A version in full, with what it lacks before it can be published, and what the person may do with it. @throws Response 403, 404 */
export async function formVersionToRead(session: Session, id: string) {
  const db = session.authorize("view-report-form");
  const [[row], [form]] = await db.read(
    db.byId(table, id),
    db.byId(
      reportForms,
      sql`(select "own"."report_form_id" from ${table} as "own" where "own"."company_id" = ${db.companyId} and "own"."id" = ${id})`,
    ),
  );
  if (!row || !form) return notFound("version");
  const layout: FormLayout = row.layout;
  return {
    ...row,
    missing: elementsIn(form.kind, layout).missing.map(({ element, why }) => ({
      ...pick(element, ["key", "name", "clause"]),
      why,
    })),
    moves: reportFormFlow.movesOf(session, row),
  };
}
