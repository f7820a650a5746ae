import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { emptyContent } from "#app/shared/calibration/content-from-template.ts";
import { procedureDifferences } from "#app/shared/calibration/procedure-differences.ts";
import { newId } from "#drizzle/columns.ts";
import { procedureEvents, procedures, procedureVersions as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { conflict, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { versionTitle } from "./flow.ts";
import { type DraftInput, draftInput } from "./input.ts";
import { type OfferedRule, proveRules, rulesQuery } from "./rules.ts";

type Version = Row<typeof table>;
type Saved = { id: string; version: number };
type Made = { id: string };

const ONLY_DRAFTS = "Only a draft is changed. Begin a new version";
/** So many changes of a draft are told in the log. */
const MOST_LOGGED = 30;

const compared = (
  { methodReference, decisionRuleId, content }: Version | DraftInput,
  rules: readonly OfferedRule[],
) => ({
  methodReference,
  ruleName: rules.find(({ id }) => id === decisionRuleId)?.name ?? decisionRuleId,
  content,
});

/** What a draft says otherwise than before, for the log. */
function changesOf(before: Version, after: DraftInput, rules: readonly OfferedRule[]) {
  const all = procedureDifferences(compared(before, rules), compared(after, rules));
  const told = all.slice(0, MOST_LOGGED).map(({ where, from, to }) => ({ field: where, from, to }));
  const more = all.length - told.length;
  return more > 0 ? [...told, { field: "Further changes", from: null, to: more }] : told;
}

/** Refuses what was typed on an older draft, with the newer one and who saved it. @throws Response 409 */
async function refuseOlder(db: CompanyDb, id: string, version: unknown): Promise<void> {
  const [[now]] = await db.read(db.byId(table, id));
  if (!now) notFound("version");
  if (now!.status !== "draft") conflict(ONLY_DRAFTS, now);
  refuseStale(now!, version);
}

/**
 * Saves a draft. Whoever writes on it is one of its authors and does not approve it.
 * @throws Response 403; 404 also for a decision rule that is not the company's; 409 with the newer draft when somebody was first; 422
 */
export async function saveDraft(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
): Promise<Answer<Saved>> {
  const db = session.authorize("edit-procedure");
  const [[row], rules] = await db.read(db.byId(table, id), rulesQuery(db));
  const before = row ?? notFound("version");
  if (before.status !== "draft") conflict(ONLY_DRAFTS);
  const values = checked(draftInput, sent);
  refuseStale(before, version);
  proveRules(values, before, rules);
  const author = session.actor.userId;
  const authorIds = before.authorIds.includes(author)
    ? before.authorIds
    : [...before.authorIds, author];
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(table, before, eq(table.status, "draft")),
        db.updating(table, eq(table.id, id), { ...values, authorIds }),
      ],
      activity: {
        ...{ action: "update.procedure_version", kind: "procedure_version", id },
        label: versionTitle({ ...before, ...values }),
        changes: changesOf(before, values, rules),
      },
      answer: {
        status: 200,
        message: "Draft saved",
        data: { id, version: before.version + 1 },
      },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) await refuseOlder(db, id, before.version);
    throw refusal;
  }
}

const open = (procedureId: string) =>
  and(eq(table.procedureId, procedureId), inArray(table.status, ["draft", "in_review"]))!;
const openVersion = (db: CompanyDb, procedureId: string) =>
  db
    .select({ id: table.id, versionNo: table.versionNo })
    .from(table)
    .where(db.ofOwner(table, open(procedureId)))
    .limit(1);
/** The version that a new one copies: that in force, else the newest. */
const copied = (db: CompanyDb, procedureId: string) =>
  db
    .select()
    .from(table)
    .where(db.ofOwner(table, eq(table.procedureId, procedureId)))
    .orderBy(sql`${table.status} = 'active' desc`, desc(table.versionNo))
    .limit(1);
const lastNumber = (db: CompanyDb, procedureId: string) =>
  db
    .select({ versionNo: table.versionNo })
    .from(table)
    .where(db.ofOwner(table, eq(table.procedureId, procedureId)))
    .orderBy(desc(table.versionNo))
    .limit(1);

/** What a first draft says without a template. */
export const nearlyEmpty = () => ({
  ...{ methodReference: "", decisionRuleId: null, content: emptyContent() },
});

type First = Pick<Version, "methodReference" | "decisionRuleId" | "content">;
/** A draft that its writer begins: its row and its event. */
export function beginning(db: CompanyDb, procedureId: string, versionNo: number, first: First) {
  const { actorId, actorName } = db.stamp;
  const id = newId();
  const { methodReference, decisionRuleId, content } = first;
  return {
    id,
    writes: [
      db.inserting(table, {
        ...{ id, procedureId, versionNo, status: "draft" },
        ...{ methodReference, decisionRuleId, content },
        authorIds: actorId === null ? [] : [actorId],
      }),
      db.inserting(procedureEvents, {
        ...{ procedureVersionId: id, status: "draft", note: null },
        ...{ actorId, actorName, at: Date.now() },
      }),
    ],
    activity: {
      ...{ action: "create.procedure_version", kind: "procedure_version", id },
      label: versionTitle({ methodReference, versionNo }),
    },
  };
}

const isOpenAlready = (versionNo: number) => `Version ${versionNo} is open already`;

/**
 * Begins the next version of a procedure with what the one in force says.
 * @throws Response 403; 404; 409 while another version is open, naming it
 */
export async function createVersion(session: Session, procedureId: string): Promise<Answer<Made>> {
  const db = session.authorize("edit-procedure");
  const [[procedure], [opened], [from], [last]] = await db.read(
    db.byId(procedures, procedureId),
    openVersion(db, procedureId),
    copied(db, procedureId),
    lastNumber(db, procedureId),
  );
  if (!procedure) notFound("procedure");
  if (opened)
    return (await db.firstAnswer<Made>()) ?? conflict(isOpenAlready(opened.versionNo), opened);
  if (procedure!.archivedAt) conflict("This procedure is archived");
  const first = from ?? nearlyEmpty();
  const { id, writes, activity } = beginning(db, procedureId, (last?.versionNo ?? 0) + 1, first);
  try {
    return await db.commit({
      writes: [db.assert("state", sql`not ${db.exists(table, open(procedureId))}`), ...writes],
      activity,
      answer: { status: 201, message: "Version begun", data: { id } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) {
      const [[now]] = await db.read(openVersion(db, procedureId));
      if (now) conflict(isOpenAlready(now.versionNo), now);
    }
    throw refusal;
  }
}
