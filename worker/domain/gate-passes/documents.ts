import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import { pick } from "#app/shared/pick.ts";
import { gatePasses, media } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";

const MOST = 100;
const ofPass = (passId: string) => and(eq(media.gatePassId, passId), isNull(media.deletedAt))!;

/** The files of a pass, newest first, as a statement of its page. */
export const documentsOf = (db: ReadingDb, passId: string) =>
  db
    .select(pick(media, ["id", "kind", "fileName", "mime", "bytes", "uploadedAt"]))
    .from(media)
    .where(db.ofOwner(media, ofPass(passId)))
    .orderBy(desc(media.id))
    .limit(MOST);

/** Those of these files that are the pass's own, as a statement of a read. */
export const photosOf = (db: CompanyDb, passId: string, ids: readonly string[]) =>
  db
    .select({ id: media.id })
    .from(media)
    .where(db.ofOwner(media, and(inArray(media.id, among(ids)), ofPass(passId))));

/** The batch stops here unless these files are still the pass's. */
export const photoExists = (
  db: CompanyDb,
  passId: string,
  photos: readonly { id: string }[],
): Statement[] =>
  photos.map(({ id }) =>
    db.assert("state", db.exists(media, and(eq(media.id, id), ofPass(passId))!)),
  );

const input = z.strictObject({
  kind: z.enum(["photo", "document", "other"], "Choose a kind"),
});

/**
 * Keeps a file with a gate pass: a photo of how something came back, or a paper of the party.
 * @throws Response 403; 404; 409 over the plan's storage; 413; 422; 503 while files cannot be stored
 */
export async function addPassDocument(
  session: Session,
  bucket: R2Bucket,
  id: string,
  upload: Upload | null,
  sent: unknown,
): Promise<Answer<{ id: string }>> {
  const may = session.may("edit-gate-pass") ? "edit-gate-pass" : "create-gate-pass";
  const db = session.authorize(may);
  const { kind } = checked(input, sent);
  if (!upload) return invalid({ file: ["Choose a file"] });
  const [[pass]] = await db.read(db.byId(gatePasses, id));
  if (!pass) return notFound("gate pass");
  const use = kind === "photo" ? "photo" : "report";
  const stored = await mustStore("file", bucket, session.company.id, upload, use, "file");
  return db.commit({
    writes: [
      db.assert("usable_reference", db.exists(gatePasses, eq(gatePasses.id, id))),
      ...mediaRow(db, stored, { kind, ownerKind: "gate_pass", gatePassId: id }),
    ],
    activity: {
      action: "upload.gate_pass",
      kind: "gate_pass",
      id,
      label: pass.number,
      changes: [{ field: kind, from: null, to: stored.fileName }],
    },
    answer: {
      status: 201,
      message: kind === "photo" ? "Photo added" : "Document added",
      data: { id: stored.id },
    },
  });
}
