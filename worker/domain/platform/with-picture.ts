import type { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import type { Answer, Db, Statement } from "../../db/db.ts";
import type { StoredFile } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid } from "../../refusals.ts";
import type { AnySession } from "../../session.ts";
import { opened } from "../entity/entity.ts";
import { checked } from "../entity/fields.ts";
import type { Prepared } from "../entity/prepare.ts";

type Done = Answer<{ id: string }>;
type Sent = Record<string, unknown>;
type Verbs = {
  label: string;
  input: z.ZodType;
  permissions: { create: string };
  find(session: AnySession, id: string): Promise<{ mediaId: string | null }>;
  adding(db: Db, id: string, values: Sent): Prepared;
  update(session: AnySession, id: string, sent: Sent, holds: readonly Statement[]): Promise<Done>;
};
type Pictures = {
  store(bucket: R2Bucket, upload: Upload): Promise<StoredFile>;
  setting(
    db: Db,
    id: string,
    before: string | null,
    stored: StoredFile | null,
  ): readonly Statement[];
};

/** A form with a picture beside its fields: both are saved, or neither. What is wrong with the fields is told before anything is stored. @param isNeeded a new record comes with one */
export const withPicture = (verbs: Verbs, pictures: Pictures, isNeeded = false) => ({
  /** @throws Response 403, 413, 422, 503 while files cannot be stored */
  async createWith(
    session: AnySession,
    bucket: R2Bucket,
    sent: Sent,
    upload: Upload | null,
  ): Promise<Done> {
    const db = opened(session, verbs.permissions.create);
    if (isNeeded && !upload) invalid({ picture: ["Choose a picture"] });
    const values = checked(verbs.input, sent) as Sent;
    const stored = upload && (await pictures.store(bucket, upload));
    const id = newId();
    const { writes, activity } = verbs.adding(db, id, values);
    return db.commit({
      writes: [...writes, ...(stored ? pictures.setting(db, id, null, stored) : [])],
      activity,
      answer: { status: 201, message: `${verbs.label} added`, data: { id } },
    });
  },

  /** @param isWithout the picture there is goes, unless another one comes @throws Response 403, 404, 409, 413, 422, 503 */
  async updateWith(
    session: AnySession,
    bucket: R2Bucket,
    id: string,
    { version, ...sent }: Sent,
    upload: Upload | null,
    isWithout = false,
  ): Promise<Done> {
    const db = opened(session, verbs.permissions.create);
    checked(verbs.input, sent);
    const { mediaId } = await verbs.find(session, id);
    const stored = upload && (await pictures.store(bucket, upload));
    const changes = stored || (isWithout && mediaId);
    return verbs.update(
      session,
      id,
      { version, ...sent },
      changes ? pictures.setting(db, id, mediaId, stored) : [],
    );
  },
});
