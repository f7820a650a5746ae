/** Pictures that a form shows on every report. They are kept for as long as the company is: a report that was issued shows them. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import type { FormLayout } from "#app/shared/certificates/form.ts";
import { blocksOf } from "#app/shared/certificates/forms/layout.ts";
import { media } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { documentFile, fileColumns } from "../measurement/laboratory.ts";

/** Stores a picture, which a layout then names. @throws Response 403, 409 over the plan's storage, 413, 422, 503 while files cannot be stored */
export async function storeFormPicture(
  session: Session,
  bucket: R2Bucket,
  upload: Upload | null,
): Promise<Answer<DocumentFile>> {
  const db = session.authorize("edit-report-form");
  if (!upload) return invalid({ picture: ["Choose a picture"] });
  const stored = await mustStore("picture", bucket, db.companyId, upload, "picture", "picture");
  return db.commit({
    writes: mediaRow(db, stored, { kind: "logo", ownerKind: "calibration" }),
    activity: [],
    answer: { status: 201, message: "Picture stored", data: documentFile(stored) },
  });
}

/** The pictures of a layout, as a statement of a read. */
export const picturesOf = (db: ReadingDb, layout: FormLayout) => {
  const ids = blocksOf(layout).flatMap((block) =>
    block.type === "image" && block.picture ? [block.picture.id] : [],
  );
  return db
    .select(fileColumns)
    .from(media)
    .where(
      db.ofOwner(
        media,
        and(
          sql`${media.id} in (select "value" from json_each(${JSON.stringify(ids)}))`,
          eq(media.kind, "logo"),
          eq(media.ownerKind, "calibration"),
          isNull(media.deletedAt),
        ),
      ),
    );
};

type Stored = Parameters<typeof documentFile>[0];
/** A layout whose pictures say what their rows say. @throws Response 404 for one that is not there */
export const withPictures = (layout: FormLayout, stored: readonly Stored[]): FormLayout => ({
  ...layout,
  sections: layout.sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => {
      if (block.type !== "image" || !block.picture) return block;
      const { id } = block.picture;
      const file = stored.find((one) => one.id === id) ?? notFound("picture");
      return { ...block, picture: documentFile(file) };
    }),
  })),
});
