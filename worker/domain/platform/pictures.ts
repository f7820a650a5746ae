import { eq, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { pictureSize } from "#app/shared/picture-size.ts";
import { platformMedia } from "#drizzle/control/index.ts";
import type { Answer, Db, Statement } from "../../db/db.ts";
import {
  hidingPlatformFiles,
  platformMediaRow,
  serveFileOf,
  storePlatformFile,
} from "../../files/platform-media.ts";
import type { StoredFile } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import type { PlatformPermission } from "../../permissions.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { AnySession, StaffSession } from "../../session.ts";

/** Larger ones are refused by their bytes before their pixels are looked at. */
const MOST_BYTES = 2 * 1024 * 1024;

type Pictured = SQLiteTable & Record<"id" | "version" | "mediaId", SQLiteColumn>;
type Carrier = {
  table: Pictured;
  permission: PlatformPermission;
  /** The owner of the file, which is also the word of the log. */
  owner: "slider" | "testimonial";
  noun: string;
  title: SQLiteColumn;
  /** Width by height that it must have, within 2 %. */
  ratio?: readonly [number, number];
};
const NEARLY = 0.02;

/** The one picture of a record of the platform; a new one takes the place of the one before. */
export function pictured({ table, permission, owner, noun, title, ratio }: Carrier) {
  const authorized = (session: AnySession) => (session as StaffSession).authorize(permission);

  /** @throws Response 422 for what is no picture, or not of the right shape */
  async function refuseShape({ file }: Upload) {
    if (file.size > MOST_BYTES) return;
    const size = pictureSize(new Uint8Array(await file.arrayBuffer()));
    if (!size) return invalid({ picture: ["This file is no picture of jpg, png or webp"] });
    if (!ratio) return;
    const [wide, high] = ratio;
    const off = Math.abs((size.width * high) / (size.height * wide) - 1);
    if (off > NEARLY)
      invalid({
        picture: [
          `The picture must be ${wide}:${high}; this one has ${size.width} × ${size.height} pixels`,
        ],
      });
  }

  /** Puts a picture into the store, where no row names it yet. @throws Response 413, 422, 503 */
  async function store(bucket: R2Bucket, upload: Upload): Promise<StoredFile> {
    await refuseShape(upload);
    return storePlatformFile("picture", bucket, upload, "web", "picture");
  }

  const hiding = (db: Db, mediaId: string | null): Statement[] =>
    mediaId ? [hidingPlatformFiles(db, eq(platformMedia.id, mediaId))] : [];

  /** What gives a record another picture, or none, as statements of its batch. */
  function setting(
    db: Db,
    id: string,
    before: string | null,
    stored: StoredFile | null,
  ): Statement[] {
    return [
      ...(stored ? [platformMediaRow(db, stored, { ownerKind: owner, ownerId: id })] : []),
      db.run(sql`update ${table} set "media_id" = ${stored?.id ?? null} where ${eq(table.id, id)}`),
      ...hiding(db, before),
    ];
  }

  /** @throws Response 403, 404 */
  async function read(session: AnySession, id: string) {
    const db = authorized(session);
    const [[row]] = await db.read(
      db
        .select({ id: table.id, version: table.version, mediaId: table.mediaId, title })
        .from(table)
        .where(eq(table.id, id))
        .limit(1),
    );
    return {
      db,
      row: (row ?? notFound(noun)) as {
        id: string;
        version: number;
        mediaId: string | null;
        title: string;
      },
    };
  }

  async function changed(
    session: AnySession,
    id: string,
    { status, message, action }: { status: number; message: string; action: string },
    stored: () => Promise<StoredFile | null>,
  ): Promise<Answer<{ id: string }>> {
    const { db, row } = await read(session, id);
    if (action === "remove_picture" && !row.mediaId) notFound("picture");
    const file = await stored();
    return db.commit({
      writes: [
        db.assertUnchanged(table, row),
        ...setting(db, id, row.mediaId, file),
        db.updating(table, eq(table.id, id), {}),
      ],
      activity: {
        ...{ action: `${action}.${owner}`, kind: owner, id, label: row.title },
        changes: [{ field: "picture", from: null, to: file?.fileName ?? null }],
      },
      answer: { status, message, data: { id: file?.id ?? id } },
    });
  }

  return {
    store,
    setting,
    hiding,

    /** @throws Response 403, 404, 409, 413, 422, 503 while files cannot be stored */
    addPicture: (session: AnySession, bucket: R2Bucket, id: string, upload: Upload | null) =>
      changed(session, id, { status: 201, message: "Picture saved", action: "upload" }, () =>
        upload ? store(bucket, upload) : invalid({ picture: ["Choose a picture"] }),
      ),

    /** Takes the picture away; its object is kept for 30 days. @throws Response 403, 404, 409 */
    removePicture: (session: AnySession, id: string) =>
      changed(
        session,
        id,
        { status: 200, message: "Picture removed", action: "remove_picture" },
        async () => null,
      ),

    /** The picture itself. @throws Response 403, 404 */
    async picture(session: AnySession, bucket: R2Bucket, id: string, request: Request) {
      const { row } = await read(session, id);
      return serveFileOf(session as StaffSession, bucket, owner, row.mediaId, request);
    },
  };
}
