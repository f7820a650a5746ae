import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { type PublicPath, publicPageAt } from "#app/shared/public-pages.ts";
import { idFrom, newId } from "#drizzle/columns.ts";
import { contactQueries, platformMedia } from "#drizzle/control/index.ts";
import { networkHashOf } from "../../auth/attempts.ts";
import type { Answer } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { Visit } from "../../env.ts";
import { mustStore, type StoredFile } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { queryLetter } from "../../mail/letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { platformOutboxAt } from "../../mail/send-letters.ts";
import { invalid, tooMany } from "../../refusals.ts";
import { apexHosts, originOf } from "../../tenancy/hosts.ts";
import { problems } from "../entity/fields.ts";
import { platformDoor } from "./public-content.ts";
import { type QueryKind, queryInputs } from "./query-input.ts";
import { platformSettingsIn, readingPlatformSettings } from "./settings.ts";

const WINDOW_MS = 60 * 60_000;
/** What may come in an hour from a network, and in all. */
const most = { network: 10, platform: 300 };
export const THANKS = "Thank you. We will get back to you.";
const NO_CV = "Choose your CV as a PDF";

const sentIn = (db: PlatformDb, where: SQL) =>
  sql`(select count(*) from ${contactQueries} where ${db.ofOwner(contactQueries, where)})`;
const sentOf = (db: PlatformDb, ipHash: string, now: number) => ({
  network: sentIn(
    db,
    and(eq(contactQueries.ipHash, ipHash), gt(contactQueries.createdAt, now - WINDOW_MS))!,
  ),
  platform: sentIn(db, gt(contactQueries.id, idFrom(now - WINDOW_MS))),
});
type Sent = keyof typeof most;

const refuseMore = (): never =>
  tooMany(
    WINDOW_MS / 1000,
    "Too many messages came from your network. What you typed is still here: send it in an hour.",
  );

/** What was typed, checked together with whether a file came that the form asks for. */
function checkedQuery(kind: QueryKind, input: unknown, cv: Upload | null) {
  const { values, errors } = problems(queryInputs[kind], input);
  const lacksCv = kind === "career" && !cv;
  if (!values || lacksCv) return invalid({ ...errors, ...(lacksCv ? { cv: [NO_CV] } : {}) });
  return values;
}

/**
 * Keeps a message from a public page, with the PDF of an application, and tells the platform's own address of it.
 * @param page the path of the page it was typed on
 * @throws Response 404 on a company's host; 413, 422; 429 for the eleventh of an hour from a network; 503
 */
export async function sendQuery(
  visit: Visit,
  kind: QueryKind,
  page: PublicPath,
  input: unknown,
  cv: Upload | null = null,
): Promise<Answer<{ id: string }>> {
  const db = platformDoor(visit);
  const { website: _, ...values } = checkedQuery(kind, input, cv);
  const now = Date.now();
  const ipHash = await networkHashOf(visit);
  const sent = sentOf(db, ipHash, now);
  const [[before], set] = await db.read(
    db.rows<Record<Sent, number>>(
      sql`select ${sent.network} as "network", ${sent.platform} as "platform"`,
    ),
    readingPlatformSettings(db, ["supportEmail"]),
  );
  const limits = Object.entries(most) as [Sent, number][];
  if (limits.some(([of, limit]) => (before?.[of] ?? 0) >= limit))
    return (await db.firstAnswer<{ id: string }>()) ?? refuseMore();
  const stored = cv
    ? await mustStore("CV", visit.env.MEDIA, platformOutboxAt.owner, cv, "application", "cv")
    : null;
  const id = newId(now);
  const { supportEmail: to } = platformSettingsIn(set);
  const about = "subject" in values ? values.subject : (publicPageAt(page)?.label ?? null);
  const origin = originOf(visit.env, apexHosts(visit.env)[0]!);
  try {
    return await db.commit({
      writes: [
        ...limits.map(([of, limit]) =>
          db.assert("user_limit", sql`${sent[of]} < ${sql.raw(String(limit))}`),
        ),
        ...(stored ? [keptCv(db, stored, id)] : []),
        db.inserting(contactQueries, {
          ...values,
          ...{ id, kind, page, ipHash, subject: about, mediaId: stored?.id ?? null },
        }),
        ...(to
          ? [
              mailing(
                db,
                { to, ...queryLetter({ ...values, kind, page, subject: about }, origin) },
                `contact_query:${id}`,
              ),
            ]
          : []),
      ],
      activity: { action: "send.contact_query", kind: "contact_query", id, label: values.name },
      answer: { status: 201, message: THANKS, data: { id } },
    });
  } catch (error) {
    if (brokenRule(error)?.name === "assert_user_limit") refuseMore();
    throw error;
  }
}

const keptCv = (
  db: PlatformDb,
  { id, objectKey, fileName, mime, bytes, sha256: hash }: StoredFile,
  ownerId: string,
) =>
  db.inserting(platformMedia, {
    ...{ id, objectKey, fileName, mime, bytes, sha256: hash },
    ...{ ownerKind: "contact_query", ownerId },
  });
