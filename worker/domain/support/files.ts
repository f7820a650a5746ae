import { and, desc, eq, isNull } from "drizzle-orm";
import { ticketFiles } from "#app/shared/ticket-words.ts";
import { platformMedia, supportReplies, supportTickets } from "#drizzle/control/index.ts";
import type { Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { platformMediaRow, storePlatformFile } from "../../files/platform-media.ts";
import { storedFile } from "../../files/serve.ts";
import type { StoredFile } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid, notFound } from "../../refusals.ts";
import { type AnySession, Session, type StaffSession } from "../../session.ts";
import { seenBy } from "./seen.ts";

const FIELD = "files";

/**
 * Stores the files that came with a message, for somebody who may write one at all.
 * @throws Response 403; 413; 422 for too many, or for a type that is not taken; 503
 */
export async function storedFiles(
  session: AnySession,
  permission: "create-support-ticket" | "edit-support-ticket",
  bucket: R2Bucket,
  uploads: readonly Upload[],
): Promise<StoredFile[]> {
  if (!uploads.length) return [];
  if (session instanceof Session) session.asCustomer(permission);
  else session.authorize("manage-support-ticket");
  const { most } = ticketFiles;
  if (uploads.length > most) invalid({ [FIELD]: [`A message can have at most ${most} files`] });
  const stored: StoredFile[] = [];
  for (const upload of uploads)
    stored.push(await storePlatformFile("file", bucket, upload, "ticket", FIELD));
  return stored;
}

/** The rows that make stored files visible with a message. They do not count to the company's plan. */
export const fileRows = (
  db: PlatformDb,
  files: readonly StoredFile[],
  { replyId, companyId }: { replyId: string; companyId: string },
): Statement[] =>
  files.map((file) =>
    platformMediaRow(db, file, { ownerKind: "support_reply", ownerId: replyId, companyId }),
  );

/** The files of a ticket's messages, as a statement of a read. @param isInternal those of internal notes as well */
export const filesOf = (db: PlatformDb, ticketId: string, isInternal: boolean, most: number) =>
  db
    .select({
      id: platformMedia.id,
      ownerId: platformMedia.ownerId,
      fileName: platformMedia.fileName,
      bytes: platformMedia.bytes,
    })
    .from(supportReplies)
    .innerJoin(
      platformMedia,
      and(
        db.ofOwner(platformMedia, eq(platformMedia.ownerId, supportReplies.id)),
        eq(platformMedia.ownerKind, "support_reply"),
        isNull(platformMedia.deletedAt),
      ),
    )
    .where(
      db.ofOwner(
        supportReplies,
        and(
          eq(supportReplies.ticketId, ticketId),
          isInternal ? undefined : eq(supportReplies.isInternal, false),
        ),
      ),
    )
    // In the order of the ticket's index, so that SQLite takes that one.
    .orderBy(desc(supportReplies.id))
    .limit(most);

async function served(
  db: PlatformDb,
  bucket: R2Bucket,
  id: string,
  who: Session | StaffSession,
): Promise<Response> {
  const ofCompany = who instanceof Session;
  const [[file]] = await db.read(
    db
      .select({
        objectKey: platformMedia.objectKey,
        fileName: platformMedia.fileName,
        mime: platformMedia.mime,
      })
      .from(platformMedia)
      .innerJoin(
        supportReplies,
        db.ofOwner(supportReplies, eq(supportReplies.id, platformMedia.ownerId)),
      )
      .innerJoin(
        supportTickets,
        db.ofOwner(supportTickets, eq(supportTickets.id, supportReplies.ticketId)),
      )
      .where(
        db.ofOwner(
          platformMedia,
          and(
            eq(platformMedia.id, id),
            eq(platformMedia.ownerKind, "support_reply"),
            isNull(platformMedia.deletedAt),
            ofCompany ? eq(supportReplies.isInternal, false) : undefined,
            seenBy(who),
          ),
        ),
      )
      .limit(1),
  );
  const answer = await storedFile(bucket, file ?? notFound("file"));
  answer.headers.set("Cache-Control", "private, no-cache");
  return answer;
}

/** A file of a ticket that the person sees, never one of an internal note. @throws Response 403; 404; 503 */
export const ticketFile = (session: Session, bucket: R2Bucket, id: string) =>
  served(session.asCustomer("view-support-ticket"), bucket, id, session);

/** A file of any ticket, for staff. @throws Response 403; 404; 503 */
export const ticketFileForStaff = (session: StaffSession, bucket: R2Bucket, id: string) =>
  served(session.authorize("manage-support-ticket"), bucket, id, session);
