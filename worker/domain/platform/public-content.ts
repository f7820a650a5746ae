import { and, asc, eq, gte, isNull, lte, or, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { faqs, platformMedia, sliders, testimonials } from "#drizzle/control/index.ts";
import { realmOf } from "../../auth/realm.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { Visit } from "../../env.ts";
import { notFound } from "../../refusals.ts";
import { offersQuery } from "../billing/offers.ts";
import { PLATFORM_ZONE, platformSettingsIn, readingPlatformSettings } from "./settings.ts";

const KEEP_MS = 60_000;
/** So many rows of each kind are shown at most. */
const most = { slides: 8, testimonials: 12, faqs: 30 };
/** Slides that people see before they sign in. */
const PUBLIC_PLACEMENTS = ["landing", "login"] as const;

export type PublicContent = Awaited<ReturnType<typeof readContent>>;
export type PublicPlan = PublicContent["plans"][number];

const shownOn = (today: string) =>
  and(
    sql`${sliders.isActive} = 1`,
    or(isNull(sliders.startsOn), lte(sliders.startsOn, today)),
    or(isNull(sliders.endsOn), gte(sliders.endsOn, today)),
  );
const consented = sql`${testimonials.isActive} = 1 and ${testimonials.hasConsent} = 1`;

/** The platform's database as anybody's page reads it. @throws Response 404 on a company's host */
export const platformDoor = (visit: Visit): PlatformDb => {
  const realm = realmOf(visit);
  return realm?.audience === "platform" ? (realm.db as PlatformDb) : notFound("page");
};

/** All that the public pages show of the platform's own rows, in one round trip. */
async function readContent(db: PlatformDb) {
  const today = dayIn(PLATFORM_ZONE);
  const [slides, said, questions, offered, set] = await db.read(
    db
      .select({
        id: sliders.id,
        title: sliders.title,
        subtitle: sliders.subtitle,
        alt: sliders.alt,
        link: sliders.link,
        mediaId: sliders.mediaId,
      })
      .from(sliders)
      .where(and(sql`${sliders.placement} = 'landing'`, shownOn(today)))
      .orderBy(asc(sliders.sort), asc(sliders.id))
      .limit(most.slides),
    db
      .select({
        id: testimonials.id,
        name: testimonials.name,
        designation: testimonials.designation,
        organisation: testimonials.organisation,
        quote: testimonials.quote,
        mediaId: testimonials.mediaId,
      })
      .from(testimonials)
      .where(consented)
      .orderBy(asc(testimonials.sort), asc(testimonials.id))
      .limit(most.testimonials),
    db
      .select({ id: faqs.id, question: faqs.question, answer: faqs.answer })
      .from(faqs)
      .where(sql`${faqs.audience} = 'public' and ${faqs.isActive} = 1`)
      .orderBy(asc(faqs.sort), asc(faqs.id))
      .limit(most.faqs),
    offersQuery(db, today),
    readingPlatformSettings(db, ["supportEmail", "postalAddress", "mapLink"]),
  );
  const { supportEmail, postalAddress, mapLink } = platformSettingsIn(set);
  return {
    slides: slides.filter(({ mediaId }) => mediaId !== null),
    testimonials: said,
    faqs: questions,
    plans: offered.filter(({ isPublic }) => isPublic),
    reach: { email: supportEmail, address: postalAddress, map: mapLink },
  };
}

let kept: { content: PublicContent; until: number } | undefined;

/** The same, kept in the isolate for a minute: a page that everybody opens asks no database for everybody. @throws Response 404 on a company's host */
export async function publicContent(visit: Visit): Promise<PublicContent> {
  const db = platformDoor(visit);
  const now = Date.now();
  if (!kept || kept.until <= now) kept = { content: await readContent(db), until: now + KEEP_MS };
  return kept.content;
}

/** The row of a picture that public pages show: of a slide that is on, or of what somebody says with their consent. @throws Response 404 */
export async function publicPicture(visit: Visit, id: string) {
  const db = platformDoor(visit);
  const ofSlide = and(
    eq(sliders.mediaId, platformMedia.id),
    sql`${sliders.placement} in ${PUBLIC_PLACEMENTS}`,
    shownOn(dayIn(PLATFORM_ZONE)),
  )!;
  const ofTestimonial = and(eq(testimonials.mediaId, platformMedia.id), consented)!;
  const [[row]] = await db.read(
    db
      .select({
        objectKey: platformMedia.objectKey,
        fileName: platformMedia.fileName,
        mime: platformMedia.mime,
        sha256: platformMedia.sha256,
      })
      .from(platformMedia)
      .where(
        and(
          eq(platformMedia.id, id),
          isNull(platformMedia.deletedAt),
          or(
            and(
              eq(platformMedia.ownerKind, "slider"),
              db.exists(sliders, and(eq(sliders.id, platformMedia.ownerId), ofSlide)!),
            ),
            and(
              eq(platformMedia.ownerKind, "testimonial"),
              db.exists(
                testimonials,
                and(eq(testimonials.id, platformMedia.ownerId), ofTestimonial)!,
              ),
            ),
          ),
        ),
      )
      .limit(1),
  );
  return row ?? notFound("file");
}
