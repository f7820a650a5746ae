import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { companyKinds, domainRequests, openDomainRequest } from "#drizzle/control/index.ts";
import { networkHashOf } from "../../auth/attempts.ts";
import type { Answer } from "../../db/db.ts";
import type { Visit } from "../../env.ts";
import { requestedLetter, requestToAnswerLetter } from "../../mail/domain-letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { apexHosts, originOf } from "../../tenancy/hosts.ts";
import { checked, email, optionalMultiline, text, whole } from "../entity/fields.ts";
import { phone } from "../entity/formats.ts";
import { allowed, isOneTooMany, refusedBy, standingAgainst } from "../platform/asked-hosts.ts";
import { countryField } from "../platform/company-input.ts";
import { askedWord, hostBelow } from "../platform/host-names.ts";
import { platformDoor } from "../platform/public-content.ts";
import { website } from "../platform/query-input.ts";
import { platformSettingsIn, readingPlatformSettings } from "../platform/settings.ts";
import { OPEN_MS } from "./approving.ts";

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
  const waiting = and(eq(domainRequests.requesterEmail, given.email), openDomainRequest)!;
  const against = standingAgainst(db, { table: domainRequests, waiting, ipHash, host, now });
  const [[found], set] = await db.read(
    against.reading,
    readingPlatformSettings(db, ["supportEmail"]),
  );
  const first = await allowed(db, found!);
  if (first) return first;
  const answer = { status: 201, message: WILL_CONFIRM, data: null };
  if (isOneTooMany(found!)) return answer;
  const id = newId(now);
  const origin = originOf(visit.env, apexHosts(visit.env)[0]!);
  const told = { requesterName: given.name, hostname: host, companyName };
  const { supportEmail } = platformSettingsIn(set);
  try {
    return await db.commit({
      writes: [
        ...against.asserted,
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
    return refusedBy(error);
  }
}
