import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { breakdowns, media, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { rare } from "../../db/predicates.ts";
import { maySeeFilesOf } from "../../files/serve.ts";
import type { Session } from "../../session.ts";

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
  const of = (which: SQL) =>
    db
      .select(columns)
      .from(media)
      .where(db.ofOwner(media, and(which, isNull(media.deletedAt))))
      .limit(MOST_FILES + 1);
  return [
    of(rare(eq(media.assetId, assetId))),
    of(rare(sql`${media.serviceReportId} in (${reports})`)),
    of(rare(sql`${media.breakdownId} in (${calls})`)),
  ] as const;
}
type FileRow = {
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
    .filter(({ ownerKind }) => maySeeFilesOf(session, ownerKind))
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  const files: PackedFile[] = [];
  let left = MOST_BYTES;
  let out = 0;
  for (const file of all) {
    if (files.length === MOST_FILES || file.bytes > left) {
      out++;
      continue;
    }
    left -= file.bytes;
    const place = String(files.length + 1).padStart(3, "0");
    files.push({ ...file, name: `files/${place}-${file.fileName.replace(/[^\w.-]+/g, "_")}` });
  }
  return { files, left: out };
}
