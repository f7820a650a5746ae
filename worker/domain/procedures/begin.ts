import { and, eq, isNull, sql } from "drizzle-orm";
import {
  contentFromTemplate,
  methodOfTemplate,
} from "#app/shared/calibration/content-from-template.ts";
import { newId } from "#drizzle/columns.ts";
import { deviceTemplates, procedures as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { conflict, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { beginInput, fromTemplateInput } from "./input.ts";
import { procedures, proveType } from "./procedures.ts";
import { beginning, nearlyEmpty } from "./save.ts";

type Template = Row<typeof deviceTemplates>;
/** A new procedure and its first draft. */
export type Begun = { id: string; versionId: string };

const fromTemplate = ({ content }: Template) => ({
  methodReference: methodOfTemplate(content),
  decisionRuleId: null,
  content: contentFromTemplate(content),
});

/** What a template is known by, however often it is taken. */
const originOf = ({ originKey, id }: Pick<Template, "originKey" | "id">) => originKey ?? id;
const madeFrom = (origin: string) => and(eq(table.originKey, origin), isNull(table.deletedAt))!;
const copyOf = (db: ReadingDb, origin: string) =>
  db
    .select({ id: table.id, code: table.code })
    .from(table)
    .where(db.ofOwner(table, madeFrom(origin)))
    .limit(1);

/** Refuses a template that a procedure was begun from. @throws Response 409 with that one */
async function refuseCopy(db: CompanyDb, origin: string) {
  const [[made]] = await db.read(copyOf(db, origin));
  if (made)
    conflict(
      `${made.code} was begun from this template. Write a new version of it, or begin from a template of your own.`,
      made,
    );
}

/** Reads the template that a form names. @throws Response 404 */
async function templateOf(db: CompanyDb, id: string | null): Promise<Template | null> {
  if (id === null) return null;
  const [[template]] = await db.read(db.byId(deviceTemplates, id));
  return template ?? notFound("template");
}

async function begin(
  session: Session,
  input: typeof beginInput | typeof fromTemplateInput,
  sent: unknown,
): Promise<Answer<Begun>> {
  const db = session.authorize("create-procedure");
  const { templateId, ...values } = checked(input, sent);
  await proveType(session, values);
  const template = await templateOf(db, templateId);
  const origin = template && originOf(template);
  const id = newId();
  const { writes, activity } = procedures.adding(db, id, { ...values, originKey: origin });
  const draft = beginning(db, id, 1, template ? fromTemplate(template) : nearlyEmpty());
  try {
    return await db.commit({
      writes: [
        ...(origin ? [db.assert("state", sql`not ${db.exists(table, madeFrom(origin))}`)] : []),
        ...writes,
        ...draft.writes,
      ],
      activity: [activity, draft.activity],
      answer: { status: 201, message: "Procedure added", data: { id, versionId: draft.id } },
    });
  } catch (refusal) {
    if (origin && isRefusal(refusal, 409)) await refuseCopy(db, origin);
    throw refusal;
  }
}

/** A new procedure with its first draft, from a template where one is named. @throws Response 403, 404, 409, 422 */
export const beginProcedure = (session: Session, sent: unknown) => begin(session, beginInput, sent);
/** A new procedure with a draft of what a template says; a template is taken once. @throws Response 403, 404, 409, 422 */
export const procedureFromTemplate = (session: Session, sent: unknown) =>
  begin(session, fromTemplateInput, sent);

/** So many templates are offered. */
const MOST_TEMPLATES = 300;
/** The company's templates, and which of them a procedure was begun from. @throws Response 403 */
export async function templatesToBegin(session: Session) {
  const db = session.authorize("create-procedure");
  const [templates] = await db.read(
    db
      .select({ id: deviceTemplates.id, name: deviceTemplates.name })
      .from(deviceTemplates)
      .where(
        db.ofOwner(
          deviceTemplates,
          and(isNull(deviceTemplates.deletedAt), isNull(deviceTemplates.archivedAt)),
        ),
      )
      .orderBy(deviceTemplates.name)
      .limit(MOST_TEMPLATES),
  );
  return templates;
}
