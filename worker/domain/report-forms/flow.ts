import { and, eq, ne, sql } from "drizzle-orm";
import { elementsIn } from "#app/shared/certificates/forms/elements.ts";
import { layoutProblems } from "#app/shared/certificates/forms/problems.ts";
import { reportFormRules } from "#app/shared/flows/report-forms.ts";
import { newId } from "#drizzle/columns.ts";
import {
  reportFormEvents,
  reportForms,
  reportFormVersions as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { invalid, notFound } from "../../refusals.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";

type Version = Row<typeof table>;
type Form = Row<typeof reportForms>;
const work = workOn<typeof table>();

/** How the log names a version. */
export const formVersionTitle = ({ name, versionNo }: Pick<Version, "name" | "versionNo">) =>
  `${name}, version ${versionNo}`;

const ownForm = (db: CompanyDb, id: string) =>
  sql`(select "own"."report_form_id" from ${table} as "own" where "own"."company_id" = ${db.companyId} and "own"."id" = ${id})`;
/** The form of a version, as a statement of a read. */
const formOf = (db: CompanyDb, id: string) => db.byId(reportForms, ownForm(db, id));
/** The version that is published beside another one. */
const formerOf = (db: CompanyDb, id: string) =>
  db
    .select()
    .from(table)
    .where(
      db.ofOwner(
        table,
        and(
          eq(table.status, "published"),
          ne(table.id, id),
          sql`${table.reportFormId} = ${ownForm(db, id)}`,
        ),
      ),
    )
    .limit(1);

/** So much of what is missing is told. */
const MOST_TOLD = 30;
/** Refuses a layout that does not say what a report of the kind must say, or that cannot be drawn. @throws Response 422 with what is missing */
function refuseGaps(kind: Form["kind"], { layout }: Version): void {
  const { missing } = elementsIn(kind, layout);
  const problems = layoutProblems(layout);
  if (missing.length + problems.length === 0) return;
  const told = [
    ...missing.map(({ element, why }) => `${element.name} (${element.clause}): ${why}`),
    ...problems.map(({ message }) => message),
  ];
  invalid({ layout: told.slice(0, MOST_TOLD) }, undefined, { missing: told.length });
}

/** Retires the version that another one replaces, with its event and its entry in the log. */
function replacing(db: CompanyDb, former: Version, by: Version, at: number) {
  const { actorId, actorName } = db.stamp;
  const note = `Replaced by version ${by.versionNo}`;
  return {
    writes: [
      db.updating(table, and(eq(table.id, former.id), eq(table.status, "published"))!, {
        ...{ status: "retired", retiredAt: at, retiredBy: actorId },
      }),
      db.inserting(reportFormEvents, {
        ...{ id: newId(at), reportFormVersionId: former.id, status: "retired", note },
        ...{ actorId, actorName, at },
      }),
    ],
    activity: {
      ...{ action: "retire.report_form_version", kind: "report_form_version", id: former.id },
      label: formVersionTitle(former),
      changes: [{ field: "status", from: "published", to: "retired" }],
    },
  };
}

const publish = work({
  stamp: "published",
  reads: (db, id) => [formOf(db, id), formerOf(db, id)] as const,
  run({ db, before, read: [[form], [former]], at }) {
    if (!form) return notFound("report form");
    refuseGaps(form.kind, before);
    const replaced = former ? replacing(db, former, before, at) : null;
    return {
      // One version is published at a time: the former one goes first.
      around: (update) => [...(replaced?.writes ?? []), update],
      writes: [
        db.updating(reportForms, eq(reportForms.id, before.reportFormId), {
          currentVersionId: before.id,
        }),
      ],
      also: replaced ? [replaced.activity] : [],
    };
  },
  message: "Version published",
  summary:
    "Publish a version; the one that was published is retired. Refused with what a report of the kind must say and the layout does not",
  example: {},
});

const retire = work({
  stamp: "retired",
  run: ({ db, before }) => ({
    writes: [
      db.updating(
        reportForms,
        and(eq(reportForms.id, before.reportFormId), eq(reportForms.currentVersionId, before.id))!,
        { currentVersionId: null },
      ),
    ],
  }),
  message: "Version retired",
  summary: "Retire the version that is published: no new report is laid out by it",
  example: { reason: "The laboratory has moved" },
});

/** A version of a report's form, from draft to retired. */
export const reportFormFlow = flow({
  name: "report_form_version",
  label: "Report form version",
  noun: "version",
  table,
  column: "status",
  rules: reportFormRules,
  events: { table: reportFormEvents, of: "reportFormVersionId" },
  title: formVersionTitle,
  ownerOf: ({ reportFormId }) => reportFormId,
  logged: ({ status }) => ({ status }),
  moves: { publish, retire },
});
