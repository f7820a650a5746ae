import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { FormLayout } from "#app/shared/certificates/form.ts";
import { builtInForms } from "#app/shared/certificates/forms/kinds.ts";
import { blocksOf } from "#app/shared/certificates/forms/layout.ts";
import { newId } from "#drizzle/columns.ts";
import {
  reportFormEvents,
  reportForms,
  reportFormVersions as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { conflict, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, optionalId } from "../entity/fields.ts";
import { proveType } from "../procedures/procedures.ts";
import { formVersionTitle } from "./flow.ts";
import { formInput, reportForms as forms } from "./forms.ts";
import { layoutInput } from "./layout-input.ts";
import { picturesOf, withPictures } from "./pictures.ts";

type Version = Row<typeof table>;
type Made = { id: string };
export type BegunForm = { id: string; versionId: string };

const ONLY_DRAFTS = "Only a draft is changed. Begin a new version";

export const layoutDraft = z.strictObject({ layout: layoutInput() });
/** A new form with its first draft: of the built-in form of its kind, or of another form. */
export const beginFormInput = formInput.extend({ fromId: optionalId("Form") });

/** A draft that its writer begins: its row, its event and what the log says. */
function beginning(
  db: CompanyDb,
  reportFormId: string,
  first: Pick<Version, "name" | "versionNo" | "layout">,
) {
  const { actorId, actorName } = db.stamp;
  const id = newId();
  return {
    id,
    writes: [
      db.inserting(table, { ...first, id, reportFormId, status: "draft" }),
      db.inserting(reportFormEvents, {
        ...{ reportFormVersionId: id, status: "draft", note: null },
        ...{ actorId, actorName, at: Date.now() },
      }),
    ],
    activity: {
      ...{ action: "create.report_form_version", kind: "report_form_version", id },
      label: formVersionTitle(first),
    },
  };
}

/** The newest version of a form, one that is published first. */
const copied = (db: ReadingDb, formId: string) =>
  db
    .select()
    .from(table)
    .where(db.ofOwner(table, eq(table.reportFormId, formId)))
    .orderBy(sql`${table.status} = 'published' desc`, desc(table.versionNo))
    .limit(1);
const lastNumber = (db: ReadingDb, formId: string) =>
  db
    .select({ versionNo: table.versionNo })
    .from(table)
    .where(db.ofOwner(table, eq(table.reportFormId, formId)))
    .orderBy(desc(table.versionNo))
    .limit(1);

const layoutOf = ({ page, sections }: FormLayout): FormLayout => ({ page, sections });

/** A new form with its first draft. @throws Response 403, 404, 409, 422 */
export async function beginForm(session: Session, sent: unknown): Promise<Answer<BegunForm>> {
  const db = session.authorize("create-report-form");
  const { fromId, ...values } = checked(beginFormInput, sent);
  await proveType(session, values);
  const [from] = fromId ? (await db.read(copied(db, fromId)))[0] : [];
  if (fromId && !from) notFound("report form");
  const id = newId();
  const { writes, activity } = forms.adding(db, id, values);
  const draft = beginning(db, id, {
    ...{ name: values.name, versionNo: 1 },
    layout: layoutOf(from?.layout ?? builtInForms[values.kind]),
  });
  return db.commit({
    writes: [...writes, ...draft.writes],
    activity: [activity, draft.activity],
    answer: { status: 201, message: "Report form added", data: { id, versionId: draft.id } },
  });
}

const isDraft = (formId: string) => and(eq(table.reportFormId, formId), eq(table.status, "draft"))!;
const draftOf = (db: ReadingDb, formId: string) =>
  db
    .select({ id: table.id, versionNo: table.versionNo })
    .from(table)
    .where(db.ofOwner(table, isDraft(formId)))
    .limit(1);
const isOpenAlready = (versionNo: number) => `Version ${versionNo} is a draft already`;

/** Begins the next version of a form with what the published one says. @throws Response 403; 404; 409 while another draft is open */
export async function createFormVersion(session: Session, formId: string): Promise<Answer<Made>> {
  const db = session.authorize("edit-report-form");
  const [[form], [opened], [from], [last]] = await db.read(
    db.byId(reportForms, formId),
    draftOf(db, formId),
    copied(db, formId),
    lastNumber(db, formId),
  );
  if (!form) return notFound("report form");
  if (opened)
    return (await db.firstAnswer<Made>()) ?? conflict(isOpenAlready(opened.versionNo), opened);
  if (form.archivedAt) conflict("This form is archived");
  const layout = layoutOf(from?.layout ?? builtInForms[form.kind]);
  const { id, writes, activity } = beginning(db, formId, {
    ...{ name: form.name, versionNo: (last?.versionNo ?? 0) + 1, layout },
  });
  try {
    return await db.commit({
      writes: [db.assert("state", sql`not ${db.exists(table, isDraft(formId))}`), ...writes],
      activity,
      answer: { status: 201, message: "Version begun", data: { id } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) {
      const [[now]] = await db.read(draftOf(db, formId));
      if (now) conflict(isOpenAlready(now.versionNo), now);
    }
    throw refusal;
  }
}

/** Refuses what was drawn on an older draft, with the newer one and who saved it. @throws Response 409 */
async function refuseOlder(db: CompanyDb, id: string, version: unknown): Promise<void> {
  const [[now]] = await db.read(db.byId(table, id));
  if (!now) notFound("version");
  if (now!.status !== "draft") conflict(ONLY_DRAFTS, now);
  refuseStale(now!, version);
}

/** What a draft has otherwise than before, for the log. */
function changesOf(before: FormLayout, after: FormLayout) {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  const ids = (blocks: typeof old) => new Set(blocks.map(({ id }) => id));
  const text = (value: unknown) => JSON.stringify(value);
  const changed = now.filter(
    (block) => text(old.find(({ id }) => id === block.id)) !== text(block),
  ).length;
  const gone = old.filter(({ id }) => !ids(now).has(id)).length;
  return [
    { field: "blocks", from: old.length, to: now.length },
    ...(changed ? [{ field: "blocksChanged", from: null, to: changed }] : []),
    ...(gone ? [{ field: "blocksRemoved", from: null, to: gone }] : []),
    ...(text(before.page) === text(after.page)
      ? []
      : [{ field: "paper", from: before.page.paper, to: after.page.paper }]),
  ];
}

/**
 * Saves a draft.
 * @param formId of the form that it must be a version of, where the address names one
 * @throws Response 403; 404; 409 with the newer draft when somebody was first; 422
 */
export async function saveForm(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
  formId?: string,
): Promise<Answer<{ id: string; version: number }>> {
  const db = session.authorize("edit-report-form");
  const { layout: sentLayout } = checked(layoutDraft, sent);
  const [[row], pictures] = await db.read(db.byId(table, id), picturesOf(db, sentLayout));
  const before: Version = row ?? notFound("version");
  if (formId !== undefined && before.reportFormId !== formId) notFound("version");
  if (before.status !== "draft") conflict(ONLY_DRAFTS);
  const layout = withPictures(sentLayout, pictures);
  refuseStale(before, version);
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(table, before, eq(table.status, "draft")),
        db.updating(table, eq(table.id, id), { layout }),
      ],
      activity: {
        ...{ action: "update.report_form_version", kind: "report_form_version", id },
        ...{ label: formVersionTitle(before), changes: changesOf(before.layout, layout) },
      },
      answer: { status: 200, message: "Draft saved", data: { id, version: before.version + 1 } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) await refuseOlder(db, id, before.version);
    throw refusal;
  }
}
