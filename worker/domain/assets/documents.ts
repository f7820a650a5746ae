import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { pick } from "#app/shared/pick.ts";
import { assetFileKinds } from "#drizzle/tenant/files.ts";
import { assets, media, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Row, Statement } from "../../db/db.ts";
import { fixed, type Value } from "../../db/fixed.ts";
import { rare } from "../../db/predicates.ts";
import { hidingFiles, mediaRow, mustStore, type StoredFile } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, optionalDay } from "../entity/fields.ts";

const MOST = 200;
export const documentKinds = assetFileKinds;
export const documentInput = z.strictObject({
  kind: z.enum(assetFileKinds, "Choose what it is"),
  validUntil: optionalDay("Valid until"),
});

const documentNames = [
  "id",
  "kind",
  "fileName",
  "mime",
  "bytes",
  "validUntil",
  "uploadedAt",
] as const;
/** A file of a device. */
export type DocumentRow = Pick<Row<typeof media>, (typeof documentNames)[number]> & {
  uploadedByName: string | null;
};

const current = (assetId: string | Value, more?: SQL) =>
  and(rare(eq(media.assetId, assetId)), isNull(media.deletedAt), more)!;

/** A device's files, newest first, as a statement of a page's batch. */
export const documentsOf = fixed((db: ReadingDb, assetId) => {
  const uploadedByName = sql<
    string | null
  >`(select ${users.name} from ${users} where ${db.ofOwner(users, eq(users.id, media.uploadedBy))})`;
  return db
    .select({
      ...pick(media, documentNames),
      uploadedByName: uploadedByName.as("uploaded_by_name"),
    })
    .from(media)
    .where(db.ofOwner(media, current(assetId)))
    .orderBy(desc(media.id))
    .limit(MOST);
});

/** A device's files, newest first. @throws Response 403, 404 */
export async function listDocuments(session: Session, assetId: string): Promise<DocumentRow[]> {
  const db = session.authorize("view-asset");
  const [[asset], rows] = await db.read(db.byId(assets, assetId), documentsOf(db, assetId));
  if (!asset) notFound("asset");
  return rows;
}

/** How many files a device has, as a statement of a page's batch. */
export const countDocuments = fixed((db: ReadingDb, assetId) =>
  db.counting(media, current(assetId), MOST),
);

type Device = Row<typeof assets>;
const ofDevice = (asset: Device) => ({
  kind: "asset",
  id: asset.id,
  assetId: asset.id,
  label: `${asset.assetCode} ${asset.name}`,
});

/** The device whose files change, and one of them; without `assetId` the device it is of. @throws Response 404; 409 when it is disposed */
async function opened(
  db: CompanyDb,
  assetId: string | null,
  documentId = "",
): Promise<{ asset: Device; file: Row<typeof media> | undefined }> {
  const named = and(eq(media.id, documentId), isNull(media.deletedAt))!;
  const itsAsset = sql`(select ${media.assetId} from ${media} where ${db.ofOwner(media, named)})`;
  const [[asset], [file]] = await db.read(
    db.byId(assets, assetId ?? itsAsset),
    db
      .select()
      .from(media)
      .where(
        db.ofOwner(
          media,
          assetId === null ? and(named, isNotNull(media.assetId)) : current(assetId, named),
        ),
      )
      .limit(1),
  );
  if (documentId && !file && (asset || assetId === null)) notFound("file");
  if (!asset) return notFound("asset");
  if (asset.lifecycle === "disposed") conflict("This asset is disposed");
  return { asset, file };
}

const living = (db: CompanyDb, assetId: string) =>
  db.assert(
    "state",
    db.exists(
      assets,
      and(eq(assets.id, assetId), isNull(assets.deletedAt), ne(assets.lifecycle, "disposed"))!,
    ),
  );
const hiding = (db: CompanyDb, assetId: string, id: string): Statement[] => [
  db.assert("state", db.exists(media, current(assetId, eq(media.id, id)))),
  hidingFiles(db, eq(media.id, id)),
];
const showing = (db: CompanyDb, assetId: string, id: string | null) =>
  db.updating(assets, eq(assets.id, assetId), { photoMediaId: id });

async function storedFile(
  bucket: R2Bucket,
  session: Session,
  upload: Upload,
  kind: string,
): Promise<StoredFile> {
  const stored = await mustStore("file", bucket, session.company.id, upload, "report", "file");
  if (kind === "photo" && !stored.mime.startsWith("image/"))
    invalid({ file: ["A photo must be a jpg or png"] });
  return stored;
}

/**
 * Keeps a file with a device; with `replaces`, in the place of another one, which is hidden. The first photo becomes its picture.
 * @throws Response 403, 404, 409 when disposed or over the plan's storage, 413, 422, 503 when it could not be stored
 */
export async function saveDocument(
  session: Session,
  bucket: R2Bucket,
  assetId: string,
  upload: Upload | null,
  values: Record<string, unknown>,
  replaces = "",
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-asset");
  const { asset, file: old } = await opened(db, assetId, replaces);
  const { kind, validUntil } = checked(documentInput, values);
  if (!upload) return invalid({ file: ["Choose a file"] });
  const stored = await storedFile(bucket, session, upload, kind);
  const isPicture =
    kind === "photo" && (asset.photoMediaId === null || asset.photoMediaId === old?.id);
  const wasPicture = old !== undefined && asset.photoMediaId === old.id;
  return db.commit({
    writes: [
      living(db, assetId),
      ...(old ? hiding(db, assetId, old.id) : []),
      ...mediaRow(db, stored, { kind, ownerKind: "asset", assetId, validUntil }),
      ...(isPicture || wasPicture ? [showing(db, assetId, isPicture ? stored.id : null)] : []),
    ],
    activity: {
      ...ofDevice(asset),
      action: old ? "replace_document.asset" : "add_document.asset",
      changes: [{ field: kind, from: old?.fileName ?? null, to: stored.fileName }],
    },
    answer: {
      status: 201,
      message: old ? "Document replaced" : "Document added",
      data: { id: stored.id },
    },
  });
}

/** Takes a file from a device, whichever it is of without `ofAsset`; it stays stored for 30 days. @throws Response 403, 404, 409 */
export async function removeDocument(
  session: Session,
  ofAsset: string | null,
  documentId: string,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-asset");
  const { asset, file } = await opened(db, ofAsset, documentId || "none");
  const assetId = asset.id;
  return db.commit({
    writes: [
      living(db, assetId),
      ...hiding(db, assetId, documentId),
      ...(asset.photoMediaId === documentId ? [showing(db, assetId, null)] : []),
    ],
    activity: {
      ...ofDevice(asset),
      action: "remove_document.asset",
      changes: [{ field: file!.kind, from: file!.fileName, to: null }],
    },
    answer: { status: 200, message: "Document deleted", data: { id: documentId } },
  });
}

/** Shows one of a device's images as its picture, whichever it is of without `ofAsset`. @throws Response 403, 404, 409, 422 for what is no image */
export async function showPicture(
  session: Session,
  ofAsset: string | null,
  documentId: string,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-asset");
  const { asset, file } = await opened(db, ofAsset, documentId || "none");
  const assetId = asset.id;
  if (!file!.mime.startsWith("image/"))
    invalid({ document: ["Only a jpg or png can be the picture"] });
  return db.commit({
    writes: [
      living(db, assetId),
      db.assert("state", db.exists(media, current(assetId, eq(media.id, documentId)))),
      showing(db, assetId, documentId),
    ],
    activity: {
      ...ofDevice(asset),
      action: "show_picture.asset",
      changes: [{ field: "picture", from: null, to: file!.fileName }],
    },
    answer: { status: 200, message: "Picture changed", data: { id: documentId } },
  });
}
