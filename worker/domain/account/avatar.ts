import { and, eq, isNull } from "drizzle-orm";
import { media, users } from "#drizzle/tenant/index.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";

/** A new picture of the person; the one before is hidden. */
export async function saveAvatar(
  session: Session,
  bucket: R2Bucket,
  upload: Upload | null,
): Promise<Answer> {
  if (!upload) return invalid({ picture: ["Choose a picture"] });
  const db = session.own("picture");
  const { userId } = session.actor;
  const stored = await mustStore(
    "picture",
    bucket,
    session.company.id,
    upload,
    "picture",
    "picture",
  );
  return changed(session, "Picture saved", [
    hidingOld(session),
    ...mediaRow(db, stored, { kind: "avatar", ownerKind: "user", userId }),
    db.updating(users, eq(users.id, userId), { avatarMediaId: stored.id }),
  ]);
}

/** Back to initials. */
export const removeAvatar = (session: Session): Promise<Answer> =>
  changed(session, "Picture removed", [
    session
      .own("picture")
      .updating(users, eq(users.id, session.actor.userId), { avatarMediaId: null }),
    hidingOld(session),
  ]);

const hidingOld = (session: Session): Statement =>
  session
    .own("picture")
    .updating(
      media,
      and(
        eq(media.id, session.actor.avatarMediaId ?? ""),
        eq(media.userId, session.actor.userId),
        isNull(media.deletedAt),
      )!,
      { isCurrent: false, deletedAt: Date.now() },
    );

const changed = (session: Session, message: string, writes: Statement[]): Promise<Answer> =>
  session.own("picture").commit({
    writes,
    activity: {
      action: "update.picture",
      kind: "user",
      id: session.actor.userId,
      label: session.actor.name,
    },
    answer: { status: 200, message, data: null },
  });
