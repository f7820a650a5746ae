import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { breakdowns, media, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { rare } from "../../db/predicates.ts";
import { maySee } from "../../files/serve.ts";
import type { Session } from "../../session.ts";
import type { Part } from "./part.ts";

/** Files of one pack at most, and their bytes together. */
export const MOST_FILES = 200;
export const MOST_BYTES = 500 * 1024 * 1024;

const columns = {
  ...{ id: media.id, kind: media.kind, ownerKind: media.ownerKind, fileName: media.fileName },
  ...{ mime: media.mime, bytes: media.bytes, sha256: media.sha256, objectKey: media.objectKey },
  ...{ uploadedAt: media.uploadedAt, validUntil: media.validUntil },
};

/** The files of a device, of its reports and of its calls, as statements of a read. */
export function fileQueries(db: ReadingDb, assetId: string) {
  const reports = sql`select ${serviceReports.id} from ${serviceReports} where ${db.ofOwner(serviceReports, rare(eq(serviceReports.assetId, assetId)))}`;
  const calls = sql`select ${breakdowns.id} from ${breakdowns} where ${db.ofOwner(breakdowns, rare(eq(breakdowns.assetId, assetId)))}`;
  return [
    files(db, rare(eq(media.assetId, assetId))),
    files(db, rare(sql`${media.serviceReportId} in (${reports})`)),
    files(db, rare(sql`${media.breakdownId} in (${calls})`)),
  ] as const;
}

/** Files that are there, the newest first, as a statement. */
export const files = (db: ReadingDb, which: SQL) =>
  db
    .select(columns)
    .from(media)
    .where(db.ofOwner(media, and(which, isNull(media.deletedAt))))
    .orderBy(desc(media.id))
    .limit(MOST_FILES + 1);

/** How many files each predicate finds, as a statement. */
export function fileCounts(db: ReadingDb, each: readonly SQL[]) {
  const counts = each.map(
    (which) =>
      sql`select count(*) as "count" from ${media} where ${db.ofOwner(media, and(which, isNull(media.deletedAt)))}`,
  );
  return db
    .select({ count: sql<number>`"count"`.as("count") })
    .from(sql`(${sql.join(counts, sql` union all `)}) as "counts"`);
}

export type FileRow = {
  id: string;
  kind: string;
  ownerKind: string;
  fileName: string;
  mime: string;
  bytes: number;
  sha256: string;
  objectKey: string;
  uploadedAt: number;
  validUntil: string | null;
};
/** A file of a pack, with its name in the archive. */
export type PackedFile = FileRow & { name: string };

/** The newest files that the person may open, as far as they fit, and what is left out. */
export function filesOf(session: Session, found: readonly (readonly FileRow[])[]) {
  const all = found
    .flat()
    .filter((file) => maySee(session, file))
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  const packed: PackedFile[] = [];
  let left = MOST_BYTES;
  let out = 0;
  for (const file of all) {
    if (packed.length === MOST_FILES || file.bytes > left) {
      out++;
      continue;
    }
    left -= file.bytes;
    const place = String(packed.length + 1).padStart(3, "0");
    packed.push({ ...file, name: `files/${place}-${file.fileName.replace(/[^\w.-]+/g, "_")}` });
  }
  return { files: packed, left: out };
}

/** The files of a pack as a table, with the hash that each had when it was stored. */
export const filesPart = (
  packed: readonly PackedFile[],
  time: (at: number | null) => string | null,
): Part => ({
  ...{ key: "files", title: "Photos and files" },
  head: ["Name in the archive", "Name", "Kind", "Bytes", "Added", "Valid until", "SHA-256"],
  shown: [
    [1, 0.34],
    [4, 0.2],
    [6, 0.46],
  ],
  rows: packed.map((file) => [
    ...[file.name, file.fileName, file.kind, file.bytes],
    ...[time(file.uploadedAt), file.validUntil, file.sha256],
  ]),
});

/** What is said of files that do not fit. */
export const filesLeftOut = (left: number): string[] =>
  left ? [`Files beyond the limits of a pack, the oldest and largest: ${left}.`] : [];
