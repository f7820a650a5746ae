import { eq, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { signups } from "#drizzle/control/index.ts";
import { hashPassword } from "../../auth/password.ts";
import { checkNewPassword } from "../../auth/password-rules.ts";
import { newSecret, sha256 } from "../../auth/tokens.ts";
import type { Answer, Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { Visit } from "../../env.ts";
import { mailing } from "../../mail/outbox.ts";
import { signUpLetter, welcomeLetter } from "../../mail/platform-letters.ts";
import { conflict, notFound, tooMany } from "../../refusals.ts";
import { apexHosts, forgetHost, originOf } from "../../tenancy/hosts.ts";
import { limitsOf } from "../billing/limits.ts";
import { founding, openShards, trialFrom } from "./founding.ts";
import { type HostStanding, hostProblem, hostStanding } from "./host-names.ts";
import { platformDoor } from "./public-content.ts";
import { platformSettingsIn, readingPlatformSettings } from "./settings.ts";
import { LASTS_MS } from "./sign-up.ts";
import { trialsQuery, triedBy } from "./trials.ts";

/** Between two letters with the same link. */
const AGAIN_MS = 5 * 60_000;
const MOST_LETTERS = 5;
const EXPIRED = "This link is older than 24 hours. Send it again";

type SignUp = Row<typeof signups>;

/** The sign-up of a link; undefined where the link is none. */
async function signUpOf(db: PlatformDb, id: string, secret: string): Promise<SignUp | undefined> {
  const found = await db.find(signups, id);
  return found?.tokenHash === (await sha256(secret)) ? found : undefined;
}

/** What the page of a sign-up's link shows; null where the link is none of a sign-up. One round trip. */
export async function signUpAt(visit: Visit, id: string, secret: string) {
  const found = await signUpOf(platformDoor(visit), id, secret);
  if (!found) return null;
  const { companyName, hostname, email, verifiedAt, expiresAt } = found;
  return {
    ...{ companyName, hostname, email },
    /** Where its people sign in, once it is there. */
    signIn: verifiedAt === null ? null : `${originOf(visit.env, hostname)}/login`,
    isExpired: verifiedAt === null && expiresAt <= Date.now(),
  };
}

const NOBODY = { id: "", name: "Plumbline" };

/**
 * Founds the company of a sign-up whose link was opened, with its trial and its first Admin. The password is chosen here: whoever typed the
 * address in the form may be somebody else than the person who reads its letters. Sent again it has the same answer.
 * @throws Response 404; 409 while no plan can be tried or no shard takes companies, when its host is taken, or for an old link; 422 for a password that is too weak
 */
export async function startTrial(
  visit: Visit,
  id: string,
  secret: string,
  chosen: { password: string; repeat: string },
): Promise<Answer<{ host: string }>> {
  const db = platformDoor(visit);
  const found = (await signUpOf(db, id, secret)) ?? notFound("link");
  const { companyName: name, hostname: host, email, serviceType, timeZone } = found;
  const answer = { status: 201, message: "Your company is ready", data: { host } };
  if (found.verifiedAt !== null) return answer;
  const now = Date.now();
  if (found.expiresAt <= now) conflict(EXPIRED);
  await checkNewPassword(visit.env, chosen, {
    ...{ name: found.adminName, email, company: name, host },
  });
  const standing = hostStanding(db, host, now, { signupId: id });
  const [[at], [shard], offered, set] = await db.read(
    db.rows<{ host: HostStanding }>(sql`select ${standing} as "host"`),
    openShards(db),
    trialsQuery(db),
    readingPlatformSettings(db, ["graceDays"]),
  );
  const problem = hostProblem(at!.host);
  if (problem) conflict(problem);
  const offer = triedBy(offered, serviceType);
  if (!offer || !shard) return conflict("Trials are not open now. Write to us.");
  const [companyId, adminId] = [newId(), newId()];
  const today = dayIn(timeZone, now);
  const limits = limitsOf(offer, { extraAssets: 0, extraUsers: 0 });
  const { graceDays } = platformSettingsIn(set);
  const slug = host.slice(0, host.indexOf("."));
  await db.commit({
    writes: [
      db.assertUnchanged(signups, found),
      db.assert("state", sql`${standing} = 'free'`),
      ...founding(db, originOf(visit.env, apexHosts(visit.env)[0]!), {
        ...{ id: companyId, host, shard, by: NOBODY },
        values: {
          ...{ name, slug, kind: serviceType === 1 ? "service_company" : "hospital" },
          ...{ country: found.country, currency: found.currency, timeZone, serviceType },
          ...{ phone: "", email },
        },
        admin: {
          ...{ id: adminId, name: found.adminName, email },
          passwordHash: hashPassword(chosen.password),
        },
        trial: trialFrom(offer, { today, limits, graceDays }),
      }),
      db.updating(signups, eq(signups.id, id), {
        ...{ verifiedAt: now, companyId },
      }),
      mailing(
        db,
        {
          to: email,
          ...welcomeLetter({ name: found.adminName, companyName: name }, originOf(visit.env, host)),
        },
        `welcome:${id}`,
      ),
    ],
    activity: { action: "create.company", kind: "company", id: companyId, label: name },
    answer,
  });
  forgetHost(host);
  return answer;
}

/**
 * Sends the link of a sign-up anew, with its host kept for another day.
 * @throws Response 404; 409 when its host is taken meanwhile; 429 within five minutes, and after five letters
 */
export async function sendSignUpAgain(visit: Visit, id: string, secret: string): Promise<Answer> {
  const db = platformDoor(visit);
  const found = (await signUpOf(db, id, secret)) ?? notFound("link");
  if (found.verifiedAt !== null) return notFound("link");
  const now = Date.now();
  if (found.version > MOST_LETTERS || found.updatedAt > now - AGAIN_MS)
    tooMany(AGAIN_MS / 1000, "A letter was sent a moment ago. Try again in five minutes.");
  const { companyName, hostname: host, adminName: name, email } = found;
  const standing = hostStanding(db, host, now, { signupId: id });
  const next = newSecret();
  const origin = originOf(visit.env, apexHosts(visit.env)[0]!);
  const url = `${origin}/verify-email/${id}/${next}`;
  return db.commit({
    writes: [
      db.assertUnchanged(signups, found),
      db.assert("state", sql`${standing} = 'free'`),
      db.updating(signups, eq(signups.id, id), {
        ...{ tokenHash: await sha256(next), expiresAt: now + LASTS_MS },
      }),
      mailing(
        db,
        { to: email, ...signUpLetter({ name, companyName, host, url }, origin) },
        `sign_up:${id}:${found.version}`,
      ),
    ],
    activity: { action: "send.link", kind: "signup", id, label: companyName },
    answer: { status: 200, message: "The link was sent", data: null },
  });
}
