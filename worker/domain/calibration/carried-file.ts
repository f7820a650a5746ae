import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { media } from "#drizzle/tenant/index.ts";
import type { Answer, Row } from "../../db/db.ts";
import { hidingFiles, mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import type { Permission } from "../../permissions.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import type { MasterTable, Stored } from "../entity/references.ts";

type Kept = Answer<{ id: string }>;
type Carrier<T extends MasterTable> = {
  table: T;
  /** The column that names the file. */
  column: Extract<keyof Row<T>, string>;
  permission: Extract<Permission, `edit-${string}`>;
  /** The word of the log, and what people call the record. */
  name: string;
  noun: string;
  titleOf: (row: Row<T>) => string;
  /** What the file may be, and what people call it. */
  use: "report" | "signature";
  kind: "document" | "photo";
  thing: "File" | "Image";
  /** The field of the form that brings it. */
  field: "file" | "picture";
  /** @throws Response where the person may not change this record */
  refuse?: (session: Session, row: Row<T>) => void;
};

type Refusing<T extends MasterTable> = (row: Row<T>) => unknown;

/** The one file that a record of the laboratory carries; a new one takes the place of the one before. */
export function carriedFile<T extends MasterTable & { deletedAt: SQLiteColumn }>(
  carrier: Carrier<T>,
) {
  const { table, column, permission, name, noun, titleOf, use, kind, thing, field } = carrier;
  const opened = async (session: Session, id: string, refuse: Refusing<T> | undefined) => {
    const db = session.authorize(permission);
    const fileOf = db
      .select({ id: table[column as "id"] as SQLiteColumn })
      .from(table as SQLiteTable)
      .where(db.ofOwner(table, eq(table.id, id)));
    const [[row], [file]] = await db.read(
      db.byId(table, id),
      db
        .select({ fileName: media.fileName })
        .from(media)
        .where(db.ofOwner(media, and(sql`${media.id} = ${fileOf}`, isNull(media.deletedAt))))
        .limit(1),
    );
    if (row) carrier.refuse?.(session, row);
    if (row) refuse?.(row);
    return { db, row: (row as Stored<T> | undefined) ?? null, fileName: file?.fileName ?? null };
  };
  const fileIn = (row: Row<T>) => row[column] as string | null;
  const entryOf = (action: string, row: Stored<T>, from: string | null, to: string | null) => ({
    ...{ action: `${action}.${name}`, kind: name, id: row.id, label: titleOf(row) },
    changes: [{ field: "document", from, to }],
  });
  return {
    /** @param refuse what a screen by hand asks of the record @throws Response 403, 404, 409 over the plan's storage, 413, 422, 503 while files cannot be stored */
    async add(
      session: Session,
      bucket: R2Bucket,
      id: string,
      upload: Upload | null,
      refuse: Refusing<T> | undefined = undefined,
    ): Promise<Kept> {
      const { db, row } = await opened(session, id, refuse);
      if (!row) return notFound(noun);
      if (!upload) return invalid({ [field]: ["Choose a file"] });
      const company = session.company.id;
      const stored = await mustStore(thing.toLowerCase(), bucket, company, upload, use, field);
      const before = fileIn(row);
      return db.commit({
        writes: [
          db.assertUnchanged(table, row),
          ...mediaRow(db, stored, { kind, ownerKind: "calibration" }),
          db.updating(table, eq(table.id, id), { [column]: stored.id }),
          ...(before ? [hidingFiles(db, eq(media.id, before))] : []),
        ],
        activity: entryOf("upload", row, null, stored.fileName),
        answer: { status: 201, message: `${thing} added`, data: { id: stored.id } },
      });
    },

    /** Takes the file away; its object is kept for 30 days. @throws Response 403, 404 */
    async remove(
      session: Session,
      id: string,
      refuse: Refusing<T> | undefined = undefined,
    ): Promise<Kept> {
      const { db, row, fileName } = await opened(session, id, refuse);
      const file = row && fileIn(row);
      if (!row || !file) return (await db.firstAnswer<{ id: string }>()) ?? notFound("file");
      const isIt = and(eq(media.id, file), isNull(media.deletedAt))!;
      return db.commit({
        writes: [
          db.assertUnchanged(table, row),
          db.updating(table, eq(table.id, id), { [column]: null }),
          hidingFiles(db, isIt),
        ],
        activity: entryOf("delete_document", row, fileName, null),
        answer: { status: 200, message: `${thing} deleted`, data: { id: file } },
      });
    },
  };
}
