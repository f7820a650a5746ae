import { and, desc, eq, isNull } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { pick } from "#app/shared/pick.ts";
import { media } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer, Table } from "../../db/db.ts";
import { living, pointsTo, rare } from "../../db/predicates.ts";
import { hidingFiles, mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, optionalDay } from "../entity/fields.ts";

const input = z.strictObject({
  kind: z.enum(["document", "licence", "invoice", "other"], "Choose a kind"),
  validUntil: optionalDay("Valid until"),
});
const MOST = 50;

type Owner = {
  kind: "vendor" | "contract";
  table: Table;
  /** The column that the log names an owner by. */
  title: SQLiteColumn;
  /** The column of a file that names its owner. */
  column: SQLiteColumn;
};

/** The files that are kept with records of a kind: licences, agreements, invoices. Who edits vendors keeps them. */
export function keptDocuments({ kind, table, title, column }: Owner) {
  const ofOwner = (id: string) => and(eq(column, id), isNull(media.deletedAt))!;
  return {
    /** The files of a record, newest first, as a statement of its page. */
    of: (db: ReadingDb, id: string) =>
      db
        .select(pick(media, ["id", "kind", "fileName", "bytes", "validUntil", "uploadedAt"]))
        .from(media)
        .where(db.ofOwner(media, and(rare(eq(column, id)), isNull(media.deletedAt))))
        .orderBy(desc(media.id))
        .limit(MOST),

    /** Keeps a file with a record. @throws Response 404, 409 over the plan's storage, 413, 422, 503 while files cannot be stored */
    async add(
      session: Session,
      bucket: R2Bucket,
      id: string,
      upload: Upload | null,
      sent: unknown,
    ): Promise<Answer<{ id: string }>> {
      const db = session.authorize("edit-vendor");
      const values = checked(input, sent);
      if (!upload) return invalid({ file: ["Choose a file"] });
      const [[owner]] = await db.read(
        db
          .select({ title })
          .from(table)
          .where(db.ofOwner(table, and(eq(table.id, id), living(table))))
          .limit(1),
      );
      if (!owner) return notFound(kind);
      const stored = await mustStore("file", bucket, session.company.id, upload, "report", "file");
      const owned =
        kind === "vendor"
          ? ({ ownerKind: "vendor", vendorId: id } as const)
          : ({ ownerKind: "contract", contractId: id } as const);
      return db.commit({
        writes: [
          db.assert("usable_reference", db.exists(table, and(eq(table.id, id), living(table))!)),
          ...mediaRow(db, stored, { ...values, ...owned }),
        ],
        activity: {
          ...{ action: `upload.${kind}`, kind, id, label: String(owner.title) },
          changes: [{ field: "document", from: null, to: stored.fileName }],
        },
        answer: { status: 201, message: "Document added", data: { id: stored.id } },
      });
    },

    /** Hides a record's file; its object is kept for 30 days. @throws Response 404 */
    async remove(
      session: Session,
      id: string,
      documentId: string,
    ): Promise<Answer<{ id: string }>> {
      const db = session.authorize("edit-vendor");
      const isIt = and(eq(media.id, documentId), ofOwner(id))!;
      const [[file]] = await db.read(
        db
          .select({ fileName: media.fileName, title })
          .from(media)
          .innerJoin(table, pointsTo(column, table))
          .where(db.ofOwner(media, isIt))
          .limit(1),
      );
      if (!file) return (await db.firstAnswer<{ id: string }>()) ?? notFound("document");
      return db.commit({
        writes: [db.assert("state", db.exists(media, isIt)), hidingFiles(db, isIt)],
        activity: {
          ...{ action: `delete_document.${kind}`, kind, id, label: String(file.title) },
          changes: [{ field: "document", from: file.fileName, to: null }],
        },
        answer: { status: 200, message: "Document deleted", data: { id: documentId } },
      });
    },
  };
}
