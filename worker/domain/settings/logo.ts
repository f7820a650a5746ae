import { and, eq, isNull } from "drizzle-orm";
import { companyProfiles, media } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";

/** A new logo of the company; the one before is hidden. @throws Response 403, 413, 422 for a file that is no picture, 503 */
export async function saveLogo(
  session: Session,
  bucket: R2Bucket,
  upload: Upload | null,
): Promise<Answer<null>> {
  const db = session.authorize("edit-settings");
  if (!upload) return invalid({ logo: ["Choose a picture"] });
  const stored = await mustStore("logo", bucket, db.companyId, upload, "picture", "logo");
  return changed(session, db, "Logo saved", stored.id, [
    hidingOld(session, db),
    ...mediaRow(db, stored, { kind: "logo", ownerKind: "profile", profileId: db.companyId }),
  ]);
}

/** Back to the name alone. */
export function removeLogo(session: Session): Promise<Answer<null>> {
  const db = session.authorize("edit-settings");
  return changed(session, db, "Logo removed", null, [hidingOld(session, db)]);
}

const hidingOld = (session: Session, db: CompanyDb): Statement =>
  db.updating(
    media,
    and(
      eq(media.id, session.company.logoMediaId ?? ""),
      eq(media.kind, "logo"),
      isNull(media.deletedAt),
    )!,
    { isCurrent: false, deletedAt: Date.now() },
  );

const changed = (
  session: Session,
  db: CompanyDb,
  message: string,
  id: string | null,
  writes: Statement[],
): Promise<Answer<null>> =>
  db.commit({
    writes: [
      ...writes,
      db.updating(companyProfiles, eq(companyProfiles.id, db.companyId), { logoMediaId: id }),
    ],
    activity: {
      action: "update.settings",
      kind: "settings",
      id: "logo",
      label: "Logo",
      changes: [{ field: "logo", from: session.company.logoMediaId, to: id }],
    },
    answer: { status: 200, message, data: null },
  });
