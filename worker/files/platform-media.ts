import { and, isNull, type SQL } from "drizzle-orm";
import { platformMedia, type platformMediaOwners } from "#drizzle/control/index.ts";
import type { Db, Row, Statement } from "../db/db.ts";
import type { PlatformPermission } from "../permissions.ts";
import { notFound } from "../refusals.ts";
import type { StaffSession } from "../session.ts";
import { headersOf, isUnchanged } from "./serve.ts";
import { orUnavailable, type StoredFile, storeUnder, type Use } from "./store.ts";
import { objectAt } from "./stored.ts";
import type { Upload } from "./upload.ts";

export type PlatformOwner = (typeof platformMediaOwners)[number];
type PlatformFile = Row<typeof platformMedia>;

/** Under which the platform's files are kept. */
export const PLATFORM_FILES = "p/";

/**
 * Stores a file of the platform as one of a company is stored; its row goes into the batch that follows.
 * @param what the file as people call it: "picture"
 * @throws Response 413, 422, 503 when R2 fails or hangs
 */
export const storePlatformFile = (
  what: string,
  bucket: R2Bucket,
  upload: Upload,
  use: Use,
  field: string,
): Promise<StoredFile> =>
  orUnavailable(
    what,
    storeUnder((id) => `${PLATFORM_FILES}${id}`, bucket, upload, use, field),
  );

/** The row that makes a stored file visible, for the batch of its owner. */
export const platformMediaRow = (
  db: Db,
  { thumbnailBytes: _, ...stored }: StoredFile,
  owner: { ownerKind: PlatformOwner; ownerId: string; companyId?: string | null },
): Statement => db.inserting(platformMedia, { ...stored, ...owner });

/** Hides files; their objects are kept for 30 days. */
export const hidingPlatformFiles = (db: Db, which: SQL): Statement =>
  db.updating(platformMedia, and(which, isNull(platformMedia.deletedAt))!, {
    deletedAt: Date.now(),
  });

/** What staff must hold to see a file of each owner. */
const needs: Record<PlatformOwner, PlatformPermission> = {
  slider: "manage-slider",
  testimonial: "manage-testimonial",
  support_reply: "manage-support-ticket",
  contact_query: "manage-support-ticket",
};

/** A file for whoever was let to it. A browser keeps it and asks each time whether it is still the same. @throws Response 404 where it is gone */
async function served(bucket: R2Bucket, file: PlatformFile, request: Request): Promise<Response> {
  const etag = `"${file.sha256}"`;
  const headers = headersOf(file);
  headers.set("ETag", etag);
  headers.set("Cache-Control", "private, no-cache");
  if (isUnchanged(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  const object = await objectAt(bucket, file.objectKey);
  if (!object) return notFound("file");
  headers.set("Content-Length", String(object.size));
  return new Response(object.body, { headers });
}

/** Serves a file of the platform to its staff, through its row. @throws Response 404, also for one they may not see */
export async function servePlatformMedia(
  session: StaffSession,
  bucket: R2Bucket,
  id: string,
  request: Request,
): Promise<Response> {
  const held = Object.values(needs).find((permission) => session.may(permission));
  const row = held && (await session.authorize(held).find(platformMedia, id));
  if (!row || row.deletedAt || !session.may(needs[row.ownerKind])) return notFound("file");
  return served(bucket, row, request);
}

/** The same for the file of one record, for whoever may manage such records. @throws Response 403, 404 */
export async function serveFileOf(
  session: StaffSession,
  bucket: R2Bucket,
  ownerKind: PlatformOwner,
  mediaId: string | null,
  request: Request,
): Promise<Response> {
  const row = mediaId
    ? await session.authorize(needs[ownerKind]).find(platformMedia, mediaId)
    : null;
  if (!row || row.deletedAt || row.ownerKind !== ownerKind) return notFound("file");
  return served(bucket, row, request);
}
