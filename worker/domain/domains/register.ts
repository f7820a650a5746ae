import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { idFrom, newId } from "#drizzle/columns.ts";
import { companyKinds, domainRequests, openDomainRequest } from "#drizzle/control/index.ts";
import { networkHashOf } from "../../auth/attempts.ts";
import type { Answer } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { Visit } from "../../env.ts";
import { requestedLetter, requestToAnswerLetter } from "../../mail/domain-letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { invalid, isRefusal, tooMany } from "../../refusals.ts";
import { apexHosts, originOf } from "../../tenancy/hosts.ts";
import { checked, email, optionalMultiline, text, whole } from "../entity/fields.ts";
import { phone } from "../entity/formats.ts";
import { countryField } from "../platform/company-input.ts";
import {
  askedWord,
  type HostStanding,
  hostBelow,
  hostProblem,
  hostStanding,
} from "../platform/host-names.ts";
import { platformDoor } from "../platform/public-content.ts";
import { website } from "../platform/query-input.ts";
import { platformSettingsIn, readingPlatformSettings } from "../platform/settings.ts";
import { OPEN_MS } from "./approving.ts";

const HOUR_MS = 60 * 60_000;
/** What may come in an hour of a network and in all, and how many hosts may wait for one address. */
const most = { network: 5, platform: 200, address: 3 };
export const WILL_CONFIRM = "Thank you. We will confirm by e-mail.";

export const registerInput = z.strictObject({
  companyName: text("Company", 150),
  companyKind: z.enum(companyKinds, { error: "Kind is required" }),
  country: countryField,
  name: text("Your name", 100),
  email: email(),
  phone: phone("Phone"),
  word: askedWord("Address"),
  serviceType: whole("What for", 0, 2),
  note: optionalMultiline(1000, "Note"),
  website,
});

type Counted = keyof typeof most;
type Counts = Record<Counted, number> & { host: HostStanding };

/** What stands against one more request, as expressions of a statement. */
function countsOf(
  db: PlatformDb,
  sent: { ipHash: string; email: string; host: string },
  now: number,
) {
  const since = gt(domainRequests.id, idFrom(now - HOUR_MS));
  const count = (where: SQL) =>
    sql`(select count(*) from ${domainRequests} where ${db.ofOwner(domainRequests, where)})`;
  return {
    network: count(and(eq(domainRequests.ipHash, sent.ipHash), since)!),
    platform: count(since),
    address: count(and(eq(domainRequests.requesterEmail, sent.email), openDomainRequest)!),
    host: hostStanding(db, sent.host, now),
  };
}

const refuseMore = (): never =>
  tooMany(
    HOUR_MS / 1000,
    "Too many accounts were asked for from your network. What you typed is still here: send it in an hour.",
  );
const refuseHost = (standing: HostStanding): never =>
  invalid({ word: [hostProblem(standing) ?? "This host is already used"] });

/**
 * Keeps a wish for an account from the public site, with its host, until staff decide it, and tells them and whoever asks. The answer is
 * the same for an address for which too many wait already.
 * @throws Response 404 on a company's host; 422; 429 for the sixth of an hour from a network; 503
 */
export async function register(visit: Visit, input: unknown): Promise<Answer> {
  const db = platformDoor(visit);
  const { companyName, companyKind, country, serviceType, note, ...given } = checked(
    registerInput,
    input,
  );
  const now = Date.now();
  const host = hostBelow(visit.env, given.word);
  const ipHash = await networkHashOf(visit);
  const counts = countsOf(db, { ipHash, email: given.email, host }, now);
  const [[found], set] = await db.read(
    db.rows<Counts>(
      sql`select ${sql.join(
        Object.entries(counts).map(([as, count]) => sql`${count} as ${sql.identifier(as)}`),
        sql`, `,
      )}`,
    ),
    readingPlatformSettings(db, ["supportEmail"]),
  );
  const before = found!;
  // The first answer to the same form, where its own host stands in its way now.
  const first = before.host === "free" ? null : await db.firstAnswer<null>();
  if (first) return first;
  if (before.network >= most.network || before.platform >= most.platform) return refuseMore();
  if (before.host !== "free") refuseHost(before.host);
  const answer = { status: 201, message: WILL_CONFIRM, data: null };
  if (before.address >= most.address) return answer;
  const id = newId(now);
  const origin = originOf(visit.env, apexHosts(visit.env)[0]!);
  const told = { requesterName: given.name, hostname: host, companyName };
  const { supportEmail } = platformSettingsIn(set);
  try {
    return await db.commit({
      writes: [
        db.assert(
          "user_limit",
          sql`${counts.network} < ${most.network} and ${counts.platform} < ${most.platform}`,
        ),
        db.assert("state", sql`${counts.host} = 'free'`),
        db.inserting(domainRequests, {
          ...{ id, kind: "new_company", status: "pending", hostname: host, ipHash },
          ...{ companyName, companyKind, country, serviceType, note },
          ...{ requesterName: given.name, requesterEmail: given.email },
          ...{ requesterPhone: given.phone, expiresAt: now + OPEN_MS },
        }),
        mailing(db, { to: given.email, ...requestedLetter(told, origin) }, `host-asked:${id}`),
        ...(supportEmail
          ? [
              mailing(
                db,
                { to: supportEmail, ...requestToAnswerLetter(told, origin) },
                `host-to-decide:${id}`,
              ),
            ]
          : []),
      ],
      activity: { action: "create.domain_request", kind: "domain_request", id, label: host },
      answer,
    });
  } catch (error) {
    if (brokenRule(error)?.name === "assert_user_limit") refuseMore();
    if (isRefusal(error, 409)) refuseHost("taken");
    throw error;
  }
}
