import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { ticketFiles } from "#app/shared/ticket-words.ts";
import { newId } from "#drizzle/columns.ts";
import type { AssetFileKind } from "#drizzle/tenant/files.ts";
import { companyProfiles, media } from "#drizzle/tenant/index.ts";
import { sha256 } from "../auth/tokens.ts";
import type { CompanyDb } from "../db/company-db.ts";
import type { Statement } from "../db/db.ts";
import type { OwnDb } from "../db/own-rows.ts";
import { personOf } from "../person-of.ts";
import { invalid, tooLarge, unavailable } from "../refusals.ts";
import { fileNameOf, kindOf, reportKinds } from "./kinds.ts";
import { checkedThumbnails, thumbnailKeyOf } from "./thumbnails.ts";
import type { Upload } from "./upload.ts";

const MEGABYTE = 1024 * 1024;
const PUT_TIMEOUT_MS = 20_000;
/** So many bytes at its beginning tell what a file is. */
const HEAD = 1024;
const uses = {
  report: { allowed: reportKinds, most: 25 * MEGABYTE, says: "25 MB" },
  photo: { allowed: ["jpg", "jpeg", "png"], most: 25 * MEGABYTE, says: "25 MB" },
  picture: { allowed: ["jpg", "jpeg", "png"], most: 2 * MEGABYTE, says: "2 MB" },
  web: { allowed: ["jpg", "jpeg", "png", "webp"], most: 2 * MEGABYTE, says: "2 MB" },
  event: { allowed: ["pdf", "jpg", "jpeg", "png"], most: 25 * MEGABYTE, says: "25 MB" },
  dcc: { allowed: ["xml"], most: 5 * MEGABYTE, says: "5 MB" },
  application: { allowed: ["pdf"], most: 5 * MEGABYTE, says: "5 MB" },
  paper: { allowed: ["pdf"], most: 25 * MEGABYTE, says: "25 MB" },
  signature: {
    allowed: ["jpg", "jpeg", "png", "webp"],
    most: (200 * MEGABYTE) / 1024,
    says: "200 KB",
  },
  ticket: { allowed: ticketFiles.endings, most: ticketFiles.bytes, says: "10 MB" },
} as const;

export type StoredFile = {
  id: string;
  objectKey: string;
  fileName: string;
  mime: string;
  bytes: number;
  sha256: string;
  /** Bytes of its thumbnails together; null when it has none. */
  thumbnailBytes: number | null;
};

/** Where a company's file is kept, by the id of its row. */
export const objectKeyOf = (companyId: string, id: string) => `c/${companyId}/${id}`;
/** Thrown when the object store does not take a file; the caller decides whether to go on without it. */
export class StorageDown extends Error {}

/** Puts an object into R2. @throws StorageDown when R2 fails, hangs or keeps something else */
async function put(
  bucket: R2Bucket,
  key: string,
  bytes: ArrayBuffer,
  mime: string,
  sha256?: string,
) {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  try {
    const putting = bucket.put(key, bytes, {
      ...(sha256 ? { sha256 } : {}),
      httpMetadata: { contentType: mime },
    });
    const late = new Promise<never>((_, reject) => {
      waiting = setTimeout(() => reject(new Error("R2 took too long")), PUT_TIMEOUT_MS);
    });
    const object = await Promise.race([putting, late]);
    if (!object || object.size !== bytes.byteLength) throw new Error("R2 kept another size");
  } catch (error) {
    throw new StorageDown(String(error));
  } finally {
    clearTimeout(waiting);
  }
}

export type Use = keyof typeof uses;

/**
 * Checks a file by extension, declared type and content, and its thumbnails by theirs, and puts them into R2 under keys that
 * no row names yet. Files whose batch fails stay unseen and are swept after a day.
 * @param keyOf where a file is kept, by the id of its row
 * @throws Response 413 when too large, 422 when it is not of an allowed type; StorageDown when R2 fails or hangs
 */
export async function storeUnder(
  keyOf: (id: string) => string,
  bucket: R2Bucket,
  upload: Upload,
  use: Use,
  field: string,
): Promise<StoredFile> {
  const { file } = upload;
  const { allowed, most, says } = uses[use];
  if (file.size > most) tooLarge(`The file is too large. Files can have at most ${says}.`);
  const bytes = await file.arrayBuffer();
  const fileName = fileNameOf(file.name);
  const kind = kindOf(fileName, file.type, new Uint8Array(bytes.slice(0, HEAD)), allowed);
  if (!kind)
    return invalid({
      [field]: [
        `This file is not accepted. Allowed: ${allowed.join(", ")}; its content must match its name.`,
      ],
    });
  const thumbnails = await checkedThumbnails(upload, kind.mime, field);
  const id = newId();
  const objectKey = keyOf(id);
  const digest = await sha256(bytes);
  await Promise.all([
    put(bucket, objectKey, bytes, kind.mime, digest),
    ...thumbnails.map((thumbnail) =>
      put(bucket, thumbnailKeyOf(objectKey, thumbnail.size), thumbnail.bytes, thumbnail.mime),
    ),
  ]);
  return {
    id,
    objectKey,
    fileName,
    mime: kind.mime,
    bytes: bytes.byteLength,
    sha256: digest,
    thumbnailBytes: thumbnails.length
      ? thumbnails.reduce((sum, thumbnail) => sum + thumbnail.bytes.byteLength, 0)
      : null,
  };
}

/** The same for a file of a company. */
export const storeFile = (
  bucket: R2Bucket,
  companyId: string,
  upload: Upload,
  use: Use,
  field = "media",
): Promise<StoredFile> =>
  storeUnder((id) => objectKeyOf(companyId, id), bucket, upload, use, field);

/**
 * The same, for a command that needs its file.
 * @param what the file as people call it: "picture"
 * @throws Response also 503, when R2 fails or hangs
 */
export const mustStore = (
  what: string,
  ...sent: Parameters<typeof storeFile>
): Promise<StoredFile> => orUnavailable(what, storeFile(...sent));

/** A file that is being stored. @param what as of mustStore @throws Response 503, when R2 fails or hangs */
export async function orUnavailable(what: string, storing: Promise<StoredFile>) {
  try {
    return await storing;
  } catch (error) {
    if (error instanceof StorageDown)
      return unavailable(`The ${what} could not be stored. Try again in a moment.`);
    throw error;
  }
}

type Drawn = { id: string; bytes: Uint8Array; mime: string; fileName: string };
/** Keeps a file that the product has drawn by itself. @throws StorageDown when R2 fails or hangs */
export async function keepDrawn(
  bucket: R2Bucket,
  companyId: string,
  { id, bytes, mime, fileName }: Drawn,
): Promise<StoredFile> {
  const objectKey = objectKeyOf(companyId, id);
  const buffer = new Uint8Array(bytes).buffer;
  const digest = await sha256(buffer);
  await put(bucket, objectKey, buffer, mime, digest);
  return {
    ...{ id, objectKey, fileName, mime, bytes: buffer.byteLength, sha256: digest },
    thumbnailBytes: null,
  };
}

type FileDb = Pick<
  CompanyDb,
  "companyId" | "stamp" | "ofOwner" | "assert" | "inserting" | "updating"
>;
type RoomDb = Pick<OwnDb<"runs">, "companyId" | "updating">;
/** What a file of the laboratory is: of a calibrator (its certificates and events), of a review of a consumer's contract, of a signature, of a certificate, a picture of a report's form, or of an in-house calibration. */
export type LaboratoryFile =
  | ("calibration" | "document" | "photo")
  | ("report_media" | "logo" | "other");
type Owner =
  | {
      kind: "report_media";
      ownerKind: "service_report";
      serviceReportId: string;
      /** The report's one "Media file"; its other files are not. */
      isCurrent: boolean;
    }
  | { kind: "avatar"; ownerKind: "user"; userId: string }
  | { kind: "photo"; ownerKind: "stock_item"; stockItemId: string }
  | { kind: "logo"; ownerKind: "profile"; profileId: string }
  | { kind: "photo"; ownerKind: "breakdown"; breakdownId: string }
  | { kind: "photo"; ownerKind: "transfer"; transferId: string }
  | {
      kind: "document" | "licence" | "invoice" | "other";
      ownerKind: "vendor";
      vendorId: string;
      validUntil: string | null;
    }
  | {
      kind: "document" | "licence" | "invoice" | "other";
      ownerKind: "contract";
      contractId: string;
      validUntil: string | null;
    }
  | { kind: "photo" | "document" | "other"; ownerKind: "gate_pass"; gatePassId: string }
  | { kind: LaboratoryFile; ownerKind: "calibration" }
  | { kind: AssetFileKind; ownerKind: "asset"; assetId: string; validUntil: string | null };

/** Whether the plan's storage has room for so many bytes; a plan without a limit always has. */
export const hasRoom = (db: FileDb, bytes: number): SQL =>
  sql`coalesce((select "storage_bytes" + cast(${bytes} as integer) <= ("limits" ->> 'max_storage_mb') * ${sql.raw(String(MEGABYTE))}
    from ${companyProfiles} where ${db.ofOwner(companyProfiles)}), 1)`;

/** Takes room of the plan's storage; the batch stops where there is none. */
export const takingRoom = (db: FileDb, bytes: number): [Statement, Statement] => [
  db.assert("storage_limit", hasRoom(db, bytes)),
  usingRoom(db, sql`${bytes}`),
];

/** Counts bytes that are stored; those below zero are free again. */
export const usingRoom = (db: RoomDb, bytes: SQL): Statement =>
  db.updating(companyProfiles, eq(companyProfiles.id, db.companyId), {
    storageBytes: sql`max(0, ${companyProfiles.storageBytes} + ${bytes})`,
  });

/** The rows that make a stored file visible, for the batch of its owner; the batch stops where the plan's storage has no room. */
export function mediaRow(db: FileDb, stored: StoredFile, owner: Owner): Statement[] {
  const [held, counted] = takingRoom(db, stored.bytes + (stored.thumbnailBytes ?? 0));
  return [
    held,
    db.inserting(media, {
      isCurrent: true,
      ...stored,
      ...owner,
      uploadedBy: personOf(db.stamp),
      uploadedAt: Date.now(),
    }),
    counted,
  ];
}

/** The same for a file that the product draws by itself: it counts, and a plan that is full does not keep it away. */
export const keptFile = (db: FileDb, stored: StoredFile, owner: Owner): Statement[] =>
  mediaRow(db, stored, owner).slice(1);

/** Hides files; their objects are kept for 30 days. */
export const hidingFiles = (db: FileDb, which: SQL): Statement =>
  db.updating(media, and(which, isNull(media.deletedAt))!, {
    isCurrent: false,
    deletedAt: Date.now(),
  });
