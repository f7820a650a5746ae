import { asc, desc, eq, sql } from "drizzle-orm";
import { procedureDifferences } from "#app/shared/calibration/procedure-differences.ts";
import { procedureGaps } from "#app/shared/calibration/procedure-gaps.ts";
import { procedureRules } from "#app/shared/flows/procedures.ts";
import { movesOf, type Offer } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import { procedureEvents, procedures, procedureVersions as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { procedureFlow } from "./flow.ts";
import { type OfferedRule, rulesQuery } from "./rules.ts";

/** So many versions of a procedure are listed. */
const MOST_VERSIONS = 100;
type Version = Row<typeof table>;

/** The versions of a procedure without what they say, newest first. */
const versionsQuery = (db: ReadingDb, procedureId: string) =>
  db
    .select(
      pick(table, [
        ...(["id", "versionNo", "status", "methodReference", "effectiveOn", "changeNote"] as const),
        ...(["authorIds", "submittedAt", "submittedBy", "approvedAt", "approvedBy"] as const),
        ...(["withdrawnAt", "withdrawnBy", "createdAt", "createdBy", "updatedAt"] as const),
        ...(["version", "procedureId", "decisionRuleId"] as const),
      ]),
    )
    .from(table)
    .where(db.ofOwner(table, eq(table.procedureId, procedureId)))
    .orderBy(desc(table.versionNo))
    .limit(MOST_VERSIONS);

const eventsQuery = (db: ReadingDb, id: string) =>
  db
    .select(pick(procedureEvents, ["id", "status", "note", "actorName", "at"]))
    .from(procedureEvents)
    .where(db.ofOwner(procedureEvents, eq(procedureEvents.procedureVersionId, id)))
    .orderBy(asc(procedureEvents.id))
    .limit(200);

const compared = (version: Version, rules: readonly OfferedRule[]) => ({
  ...pick(version, ["methodReference", "content"]),
  ruleName: rules.find(({ id }) => id === version.decisionRuleId)?.name ?? version.decisionRuleId,
});

/** Every move that the page offers, editing included. */
const offersOf = (
  session: Session,
  version: Pick<Version, "status" | "authorIds" | "submittedBy">,
): Offer[] => movesOf(procedureRules, version, procedureFlow.moverOf(session));

/** The version that a page shows: the one it names, else the one in force, else the newest. */
function shownOf<V extends { id: string }>(
  versions: readonly V[],
  asked: string,
  current: string | null,
) {
  const of = (id: string | null) => versions.find((one) => one.id === id);
  if (asked) return of(asked) ?? notFound("version");
  return of(current) ?? versions[0];
}

/** A procedure's page: its versions, one of them in full, and what is new in it. @throws Response 403, 404 */
export async function procedureDetail(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-procedure");
  const [[row], versions, rules] = await db.read(
    db.byId(procedures, id),
    versionsQuery(db, id),
    rulesQuery(db),
  );
  const procedure = row ?? notFound("procedure");
  const shown = shownOf(versions, params.get("version") ?? "", procedure.currentVersionId);
  const asked = params.get("with");
  const before = asked
    ? shownOf(versions, asked, null)
    : versions.find(({ versionNo }) => shown && versionNo < shown.versionNo);
  const [[full], [older], events] = await db.read(
    db.byId(table, shown?.id ?? ""),
    db.byId(table, before?.id ?? ""),
    eventsQuery(db, shown?.id ?? ""),
  );
  const types = procedure.machineTypeId ? await session.catalogue.machineTypes() : [];
  return {
    procedure: {
      ...procedure,
      machineTypeName: types.find((type) => type.id === procedure.machineTypeId)?.name ?? null,
    },
    versions: versions.map(({ authorIds: _, ...one }) => one),
    shown: full ? { ...full, moves: offersOf(session, full) } : null,
    comparedWith: older ? { id: older.id, versionNo: older.versionNo } : null,
    differences:
      full && older ? procedureDifferences(compared(older, rules), compared(full, rules)) : [],
    gaps: full?.status === "draft" ? procedureGaps(full, rules) : [],
    events,
    rules,
    now: Date.now(),
    may: { edit: session.can("edit-procedure") },
  };
}
export type ProcedureDetail = Awaited<ReturnType<typeof procedureDetail>>;

/** The procedure of a version, as a statement of a read. */
const procedureOf = (db: ReadingDb, versionId: string) =>
  db.byId(
    procedures,
    sql`(select "own"."procedure_id" from ${table} as "own" where "own"."company_id" = ${db.companyId} and "own"."id" = ${versionId})`,
  );

/** A draft as its editor opens it. @throws Response 403, 404 */
export async function draftToEdit(session: Session, id: string) {
  const db = session.authorize("edit-procedure");
  const [[row], [procedure], rules] = await db.read(
    db.byId(table, id),
    procedureOf(db, id),
    rulesQuery(db),
  );
  const version = row ?? notFound("version");
  return { version, procedure: procedure ?? notFound("procedure"), rules };
}
export type DraftToEdit = Awaited<ReturnType<typeof draftToEdit>>;

/** The versions of a procedure. @throws Response 403, 404 */
export async function versionsOf(session: Session, procedureId: string) {
  const db = session.authorize("view-procedure");
  const [[procedure], versions] = await db.read(
    db.byId(procedures, procedureId),
    versionsQuery(db, procedureId),
  );
  if (!procedure) notFound("procedure");
  return versions;
}

/** A version in full, with what it lacks while it is a draft, and what the person may do with it. @throws Response 403, 404 */
export async function versionToRead(session: Session, id: string) {
  const db = session.authorize("view-procedure");
  const [[row], rules] = await db.read(db.byId(table, id), rulesQuery(db));
  const version = row ?? notFound("version");
  return {
    ...version,
    missing: version.status === "draft" ? procedureGaps(version, rules) : [],
    moves: procedureFlow.movesOf(session, version),
  };
}
