/** By which form a draft is laid out: it keeps a copy of the version that is published. */
import { type SQL, sql } from "drizzle-orm";
import type { CertificateKind } from "#app/shared/certificates/document.ts";
import type { ChosenForm, ReportForm } from "#app/shared/certificates/form.ts";
import { builtInForms, kindNames } from "#app/shared/certificates/forms/kinds.ts";
import { pick } from "#app/shared/pick.ts";
import { certificateReports, reportForms, reportFormVersions } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";

type Version = Row<typeof reportFormVersions>;

/** The published version of a form, as SQL of its id. */
export const publishedOf = (db: ReadingDb, formId: SQL | string) =>
  sql`(select "laid"."current_version_id" from ${reportForms} as "laid" where "laid"."company_id" = ${db.companyId} and "laid"."id" = ${formId})`;

/** A version as a draft keeps it. */
export const chosenForm = (version: Version): ChosenForm => ({
  ...{ name: version.name, version_no: version.versionNo, form_id: version.reportFormId },
  ...pick(version.layout, ["page", "sections"]),
});

/** A form as documents have it: without what it is a version of. */
export const printedForm = (kind: CertificateKind, chosen: ChosenForm | null): ReportForm => {
  if (!chosen) return builtInForms[kind];
  const { form_id: _, ...form } = chosen;
  return form;
};

/** The form and its published version, as statements of a read. */
export const formReads = (db: ReadingDb, formId: string | null) =>
  [
    db.byId(reportForms, formId ?? ""),
    db.byId(reportFormVersions, publishedOf(db, formId ?? "")),
  ] as const;

/**
 * How a draft is laid out that asks for a form: by its published version, or as before where it was retired meanwhile.
 * @throws Response 404; 409 for a form that has no published version; 422 for one of another kind
 */
export function laidOut(
  before: { kind: CertificateKind; form: ChosenForm | null },
  formId: string | null,
  form: Row<typeof reportForms> | undefined,
  version: Version | undefined,
): ChosenForm | null {
  if (!formId) return null;
  if (before.form?.form_id === formId && !version) return before.form;
  if (!form) return notFound("report form");
  if (form.kind !== before.kind)
    invalid({ reportFormId: [`${form.name} is a form of another kind of report`] });
  if (!version) return conflict(`No version of ${form.name} is published`);
  return chosenForm(version);
}

/** So many forms are offered to a draft. */
const MOST_FORMS = 100;
/** The published forms of a draft's kind, as a statement of a read. */
export const formsToChoose = (db: ReadingDb, certificateId: string) =>
  db
    .select(pick(reportForms, ["id", "name"]))
    .from(reportForms)
    .where(
      db.ofOwner(
        reportForms,
        sql`${reportForms.deletedAt} is null and ${reportForms.archivedAt} is null and ${reportForms.currentVersionId} is not null
          and ${reportForms.kind} = (select "its"."kind" from ${certificateReports} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${certificateId})`,
      ),
    )
    .orderBy(reportForms.name)
    .limit(MOST_FORMS);

/** What a draft may be laid out by, the form that it has among them though it is offered no more. */
export function formsOffered(
  { kind, form }: { kind: CertificateKind; form: ChosenForm | null },
  published: readonly { id: string; name: string }[],
) {
  const own = form?.form_id ?? null;
  const isLost = own !== null && !published.some(({ id }) => id === own);
  return [
    { value: "", label: `${kindNames[kind]}, built in` },
    ...published.map(({ id, name }) => ({ value: id, label: name })),
    ...(isLost ? [{ value: own, label: form!.name }] : []),
  ];
}
