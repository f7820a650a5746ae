import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { importJobs } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { Permission } from "../../permissions.ts";
import { forbidden, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import type { ImportKind, Mode } from "./kind.ts";
import { kinds } from "./kinds.ts";

export type Job = Row<typeof importJobs>;
const verbs = { create: ["create"], update: ["edit"], both: ["create", "edit"] } as const;

const needed = ({ permissions }: ImportKind, mode: Mode): Permission[] =>
  verbs[mode].map((verb) => permissions[verb]);

/** Whether a person may bring in a kind in one of these ways. */
export const mayImport = (session: Session, kind: ImportKind, mode: Mode) =>
  needed(kind, mode).every(session.can);
const modesOf = (session: Session, kind: ImportKind): Mode[] =>
  (["both", "create", "update"] as const).filter((mode) => mayImport(session, kind, mode));

/** What pages say of a kind. */
export const aboutKind = ({ name, label, thing, things, path, byFiles }: ImportKind) => ({
  name,
  label,
  thing,
  things,
  path,
  /** The most files of an archive; null for a kind whose rows are no files. */
  mostFiles: byFiles?.most ?? null,
});

/** The kinds a person may import, each with the ways. */
export const importable = (session: Session) =>
  Object.values(kinds)
    .map((kind) => ({ ...aboutKind(kind), modes: modesOf(session, kind) }))
    .filter(({ modes }) => modes.length > 0);

export const kindOf = (name: string): ImportKind =>
  entryOf(kinds, name) ?? notFound("kind of import");

/** The database to write a kind through. @throws Response 403, 402 */
export function writerOf(session: Session, kind: ImportKind, mode?: Mode): CompanyDb {
  const permissions = needed(
    kind,
    mode ?? (mayImport(session, kind, "create") ? "create" : "update"),
  );
  return permissions.map((permission) => session.authorize(permission as "create-asset"))[0]!;
}

/** Everybody who may import anything holds at least one of these. */
export const importRights = [
  ...new Set(Object.values(kinds).flatMap(({ permissions: { create, edit } }) => [create, edit])),
];

/** The database to read imports of any kind. @throws Response 404 for people who may import nothing */
export function readerOf(session: Session): ReadingDb {
  if (!importRights.some(session.may)) return notFound("import");
  return session.authorizeAny(...importRights);
}

/** The database to change an import of any kind. @throws Response 403 for people who may import nothing, 402 */
export function changerOf(session: Session): CompanyDb {
  const held = importRights.find(session.may) ?? forbidden();
  return session.authorize(held as "create-asset");
}

/** A kind the person may import in some way. @throws Response 403 where it is to be changed, otherwise 404 */
export function openKind(session: Session, kind: ImportKind, toChange = true): ImportKind {
  if (!modesOf(session, kind).length) return toChange ? forbidden() : notFound("import");
  return kind;
}

/** A job that is there, with its kind. @throws Response 404; for a kind the person may not import 404 as well, or 403 where it is to be changed */
export function shown(
  session: Session,
  job: Job | undefined,
  toChange = true,
): { job: Job; kind: ImportKind } {
  const kind = job && entryOf(kinds, job.kind);
  if (!job || job.rowCount === null || !kind) return notFound("import");
  return { job, kind: openKind(session, kind, toChange) };
}

/** @throws Response 403 when the person may not do what the job does */
export function allowed(session: Session, kind: ImportKind, mode: Mode): void {
  if (!mayImport(session, kind, mode)) forbidden();
}

/** What a page or a client shows of a job and how far it is. */
export type Progress = {
  id: string;
  kind: string;
  fileName: string;
  mode: Mode;
  state: "mapping" | "checking" | "checked" | "running" | "done" | "undoing" | "undone";
  counts: Record<string, number>;
  rowCount: number;
  /** How much of the current phase is done, between 0 and 1. */
  part: number;
  createdAt: number;
  createdByName: string | null;
  finishedAt: number | null;
};

function stateOf(job: Job): Progress["state"] {
  if (job.status === "undone") return "undone";
  if (job.undoneFrom !== null) return "undoing";
  if (job.status === "done") return "done";
  if (job.status === "running") return "running";
  if (job.status === "checked") return "checked";
  return job.options.isMapped ? "checking" : "mapping";
}

export function progressOf(job: Job): Progress {
  const {
    id,
    kind,
    fileName,
    mode,
    counts,
    lastRow,
    checkedTo,
    doneTo,
    undoneFrom,
    createdAt,
    createdByName,
    finishedAt,
  } = job;
  const state = stateOf(job);
  const of = (place: number) => (lastRow ? Math.max(0, Math.min(1, place / lastRow)) : 1);
  const part =
    state === "running"
      ? of(doneTo)
      : state === "undoing"
        ? 1 - of(undoneFrom ?? 0)
        : of(checkedTo);
  return {
    id,
    kind,
    fileName,
    mode,
    state,
    counts,
    rowCount: job.rowCount ?? 0,
    part,
    createdAt,
    createdByName,
    finishedAt,
  };
}

export const jobQuery = (db: ReadingDb, id: string) =>
  db
    .select()
    .from(importJobs)
    .where(db.ofOwner(importJobs, eq(importJobs.id, id)))
    .limit(1);

/** A job and how far it is. @throws Response 404 */
export async function findImport(session: Session, id: string) {
  const db = readerOf(session);
  const [[job]] = await db.read(jobQuery(db, id));
  const open = shown(session, job, false);
  return { ...open, progress: progressOf(open.job) };
}

/** The imports of a kind, newest first; of all a person may see without one. */
export async function listImports(session: Session, params: URLSearchParams) {
  const offered = importable(session);
  const db = readerOf(session);
  const query = askedOf(params, ["id"], [], "desc");
  const kind = params.get("kind");
  const slice = keyset(importJobs.id, importJobs.id, query, params);
  const names = offered.map(({ name }) => name as string).filter((name) => !kind || name === kind);
  const oneKind =
    names.length === 1
      ? eq(importJobs.kind, names[0]!)
      : sql`+${importJobs.kind} in (select value from json_each(${JSON.stringify(names)}))`;
  const [rows] = await db.read(
    db
      .select()
      .from(importJobs)
      .where(db.ofOwner(importJobs, and(oneKind, isNotNull(importJobs.rowCount), slice.where)))
      .orderBy(...(slice.orderBy.length ? slice.orderBy : [desc(importJobs.id)]))
      .limit(slice.limit),
  );
  return { ...slice.page(rows.map(progressOf), (row) => row.id, null), query };
}
