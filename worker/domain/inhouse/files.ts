/** Photos and papers of an in-house calibration: kept while it is a draft, read for as long as it is. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  inhouseCalibrationFiles as files,
  media,
  inhouseCalibrations as table,
  users,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { hidingFiles, mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";

/** So many files may an in-house calibration have. */
const MOST_FILES = 20;
const ONLY_DRAFTS = "Files are added to a draft, and taken off it, alone";

const mediaOf = (db: ReadingDb, id: string) =>
  sql`(select "its"."media_id" from ${files} as "its" where "its"."company_id" = ${db.companyId} and "its"."inhouse_calibration_id" = ${id})`;

/** Its files in the order in which they were added, as a statement of its pages: who added each, and when. */
export const filesOf = (db: ReadingDb, id: string) =>
  db
    .select({
      ...pick(media, ["id", "fileName", "mime", "bytes", "uploadedAt"]),
      uploadedByName: sql<
        string | null
      >`(select ${users.name} from ${users} where ${db.ofOwner(users, eq(users.id, media.uploadedBy))})`.as(
        "uploaded_by_name",
      ),
    })
    .from(media)
    .where(db.ofOwner(media, and(sql`${media.id} in ${mediaOf(db, id)}`, isNull(media.deletedAt))))
    .orderBy(asc(media.id))
    .limit(MOST_FILES);
export type InhouseFile = Awaited<ReturnType<typeof filesOf>>[number];

const isDraft = (id: string) => and(eq(table.id, id), eq(table.status, "draft"))!;
const held = (db: CompanyDb, id: string) => db.assert("state", db.exists(table, isDraft(id)));

/** @throws Response 404; 409 where it is no draft any more */
function draftOf([row]: Row<typeof table>[]): Row<typeof table> {
  const calibration = row ?? notFound("calibration");
  if (calibration.status !== "draft") conflict(ONLY_DRAFTS);
  return calibration;
}

const entryOf = (action: string, { id, inhouseNo, assetId }: Row<typeof table>) => ({
  ...{ action: `${action}.inhouse_calibration`, kind: "inhouse_calibration" },
  ...{ id, label: inhouseNo, assetId },
});

/**
 * Keeps a photo or a PDF with a draft.
 * @throws Response 403; 404; 409 for what is no draft, with as many as it may have, or over the plan's storage; 413; 422; 503 while files cannot be stored
 */
export async function addInhouseFile(
  session: Session,
  bucket: R2Bucket,
  id: string,
  upload: Upload | null,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-inhouse-calibration");
  const [found, kept] = await db.read(db.byId(table, id), filesOf(db, id));
  const calibration = draftOf(found);
  if (kept.length >= MOST_FILES) conflict(`A calibration has ${MOST_FILES} files at most`);
  if (!upload) return invalid({ file: ["Choose a file"] });
  const stored = await mustStore("file", bucket, session.company.id, upload, "event", "file");
  return db.commit({
    writes: [
      held(db, id),
      ...mediaRow(db, stored, { kind: "other", ownerKind: "calibration" }),
      db.inserting(files, { inhouseCalibrationId: id, mediaId: stored.id }),
    ],
    activity: {
      ...entryOf("add_document", calibration),
      changes: [{ field: "document", from: null, to: stored.fileName }],
    },
    answer: { status: 201, message: "File added", data: { id: stored.id } },
  });
}

/** Takes a file off a draft; its object is kept for 30 days. @throws Response 403; 404; 409 for what is no draft */
export async function removeInhouseFile(
  session: Session,
  id: string,
  fileId: string,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-inhouse-calibration");
  const isIt = and(
    eq(media.id, fileId),
    sql`${media.id} in ${mediaOf(db, id)}`,
    isNull(media.deletedAt),
  )!;
  const [found, [file]] = await db.read(
    db.byId(table, id),
    db.select().from(media).where(db.ofOwner(media, isIt)).limit(1),
  );
  const calibration = draftOf(found);
  if (!file) return (await db.firstAnswer<{ id: string }>()) ?? notFound("file");
  return db.commit({
    writes: [
      held(db, id),
      db.assert("state", db.exists(media, isIt)),
      hidingFiles(db, eq(media.id, fileId)),
    ],
    activity: {
      ...entryOf("remove_document", calibration),
      changes: [{ field: "document", from: file.fileName, to: null }],
    },
    answer: { status: 200, message: "File deleted", data: { id: fileId } },
  });
}
