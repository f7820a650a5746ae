import { and, desc, inArray, type SQL } from "drizzle-orm";
import { activityLog, media, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among, rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import type { LogRow, Sealed } from "../activity/chain.ts";
import type { ClosingRefs } from "../compliance/list.ts";
import { type FileRow, fileCounts, files, MOST_FILES } from "./files.ts";
import { chainHead, entries, logOf, MOST_ENTRIES } from "./log.ts";

/** What proves some dates of a month, the newest of each: reports and entries of the log by their ids, and files. */
export type Proof = {
  reports: string[];
  files: FileRow[];
  /** How many files there are altogether. */
  fileCount: number;
  entries: string[];
  /** Dates whose device the person sees no longer. */
  elsewhere: number;
};

/** Reports of a month's pack at most, each printed. */
export const MOST_REPORTS = 100;
/** Files that are looked at for a pack, the newest of both kinds. */
const LOOKED_AT = 2 * MOST_FILES;
/** Files of a device that say what it is licensed or certified for. */
const certificates = ["document", "licence"] as const;
const ENTRIES_AT_ONCE = 500;

/** Whether a person may read reports of devices. */
export const readsReports = (session: Session) =>
  session.can("view-asset") || session.can("edit-asset");

/** What proves the dates of a page, as far as the person may see it. One round trip. */
export async function proofOf(
  session: Session,
  db: ReadingDb,
  refs: readonly ClosingRefs[],
): Promise<Proof> {
  const assets = among([...new Set(refs.map(({ asset }) => asset))]);
  const done = readsReports(session) ? refs.flatMap(({ reports }) => reports) : [];
  const reports = among(done);
  const isReport = rare(inArray(media.serviceReportId, reports));
  const isCertificate = and(
    rare(inArray(media.assetId, readsReports(session) ? assets : among([]))),
    inArray(media.kind, certificates),
  ) as SQL;
  const about = among([
    ...new Set([...refs.flatMap(({ occurrence, schedule }) => [occurrence, schedule]), ...done]),
  ]);
  const [found, ofReports, ofDevices, counts, logged] = await db.read(
    db
      .select({ id: serviceReports.id })
      .from(serviceReports)
      .where(db.ofOwner(serviceReports, rare(inArray(serviceReports.id, reports))))
      .orderBy(desc(serviceReports.id))
      .limit(MOST_REPORTS + 1),
    files(db, isReport),
    files(db, isCertificate),
    fileCounts(db, [isReport, isCertificate]),
    db
      .select({ id: activityLog.id })
      .from(activityLog)
      .where(
        db.ofOwner(
          activityLog,
          and(rare(inArray(activityLog.assetId, assets)), inArray(activityLog.entityId, about)),
        ),
      )
      .orderBy(desc(activityLog.id))
      .limit(MOST_ENTRIES + 1),
  );
  return {
    ...{ reports: idsOf(found), entries: idsOf(logged) },
    files: newestFiles([...ofReports, ...ofDevices]),
    fileCount: counts.reduce((sum, { count }) => sum + count, 0),
    elsewhere: refs.filter(({ isElsewhere }) => isElsewhere).length,
  };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const newest = (ids: readonly string[], count: number) =>
  [...new Set(ids)].sort().reverse().slice(0, count);

const newestFiles = (found: readonly FileRow[]) =>
  [...new Map(found.map((file) => [file.id, file])).values()]
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, LOOKED_AT);

/** What proves the dates of two pages together, no more of each than one pack needs. */
export const joinedProof = (one: Proof, other: Proof): Proof => ({
  reports: newest([...one.reports, ...other.reports], MOST_REPORTS + 1),
  entries: newest([...one.entries, ...other.entries], MOST_ENTRIES + 1),
  files: newestFiles([...one.files, ...other.files]),
  fileCount: one.fileCount + other.fileCount,
  elsewhere: one.elsewhere + other.elsewhere,
});
export const noProof: Proof = {
  ...{ reports: [], entries: [], files: [] },
  ...{ fileCount: 0, elsewhere: 0 },
};

/** The extract of the log that has these entries, each with its seal, and the end of the chain. */
export async function extractOf(session: Session, db: ReadingDb, ids: readonly string[]) {
  const rows: (LogRow & Sealed)[] = [];
  for (let from = 0; from < ids.length; from += ENTRIES_AT_ONCE) {
    const these = among(ids.slice(from, from + ENTRIES_AT_ONCE));
    const [some] = await db.read(
      entries(db, inArray(activityLog.id, these)).orderBy(desc(activityLog.id)),
    );
    rows.push(...(some as never[]));
  }
  const [heads] = await db.read(chainHead(db));
  return logOf(session, [rows, heads]);
}
