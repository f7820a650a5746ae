import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { signups } from "#drizzle/control/index.ts";
import { networkHashOf } from "../../auth/attempts.ts";
import { newSecret, sha256 } from "../../auth/tokens.ts";
import type { Answer } from "../../db/db.ts";
import type { Visit } from "../../env.ts";
import { mailing } from "../../mail/outbox.ts";
import { signUpLetter } from "../../mail/platform-letters.ts";
import { conflict, invalid } from "../../refusals.ts";
import { apexHosts, originOf } from "../../tenancy/hosts.ts";
import { email, problems, text, whole } from "../entity/fields.ts";
import { allowed, isOneTooMany, refusedBy, standingAgainst } from "./asked-hosts.ts";
import { countryField, startingPlace, zoneField } from "./company-input.ts";
import { startingIn } from "./countries.ts";
import {
  askedWord,
  type HostStanding,
  hostBelow,
  hostProblem,
  hostStanding,
} from "./host-names.ts";
import { platformDoor } from "./public-content.ts";
import { website } from "./query-input.ts";
import { trialsQuery, triedBy } from "./trials.ts";

/** A link to confirm lasts so long, and so long its host is kept. */
export const LASTS_MS = 24 * 60 * 60_000;
export const CHECK_MAIL =
  "Check your e-mail: the link in it starts your trial, and lasts 24 hours.";

export const signUpInput = z
  .strictObject({
    companyName: text("Company", 150),
    word: askedWord("Address"),
    country: countryField.refine(
      (code) => code === "" || Boolean(startingIn(code)?.currency),
      "Companies of this country begin by request: ask for an account",
    ),
    timeZone: zoneField,
    serviceType: whole("What for", 0, 2),
    name: text("Your name", 100),
    email: email(),
    website,
  })
  .transform((values, ctx) => {
    const place = startingPlace({ ...values, currency: null }, ctx);
    return place ? { ...values, ...place } : z.NEVER;
  });

/**
 * Keeps a company that somebody asks for on the public site, with its host, and sends the link that starts its trial. The answer is the
 * same for an address that is known and for one for which too many hosts wait already.
 * @throws Response 404 on a company's host; 409 while no plan can be tried; 422; 429 for the sixth of an hour from a network; 503
 */
export async function signUp(visit: Visit, input: unknown): Promise<Answer> {
  const db = platformDoor(visit);
  const { values, errors } = problems(signUpInput, input);
  if (!values) return invalid(errors);
  const now = Date.now();
  const { companyName, word, name, website: _, ...given } = values;
  const host = hostBelow(visit.env, word);
  const ipHash = await networkHashOf(visit);
  const waiting = and(
    ...[eq(signups.email, given.email), isNull(signups.verifiedAt), gt(signups.expiresAt, now)],
  )!;
  const against = standingAgainst(db, { table: signups, waiting, ipHash, host, now });
  const [[found], offered] = await db.read(against.reading, trialsQuery(db));
  const first = await allowed(db, found!);
  if (first) return first;
  if (!triedBy(offered, given.serviceType))
    conflict("Trials of this kind are not open yet. Ask for an account.");
  const answer = { status: 201, message: CHECK_MAIL, data: null };
  if (isOneTooMany(found!)) return answer;
  const id = newId(now);
  const secret = newSecret();
  const origin = originOf(visit.env, apexHosts(visit.env)[0]!);
  const url = `${origin}/verify-email/${id}/${secret}`;
  try {
    return await db.commit({
      writes: [
        ...against.asserted,
        db.inserting(signups, {
          ...{ ...given, id, companyName, ipHash, hostname: host, adminName: name },
          ...{ tokenHash: await sha256(secret), expiresAt: now + LASTS_MS },
        }),
        mailing(
          db,
          { to: given.email, ...signUpLetter({ name, companyName, host, url }, origin) },
          `sign_up:${id}`,
        ),
      ],
      activity: { action: "sign_up.company", kind: "signup", id, label: companyName },
      answer,
    });
  } catch (error) {
    return refusedBy(error);
  }
}

/** Whether a word can be a company's host, for the form while it is typed. @throws Response 404 on a company's host */
export async function hostAnswer(
  visit: Visit,
  word: string,
): Promise<{ isFree: boolean; message: string }> {
  const db = platformDoor(visit);
  const { values, errors } = problems(z.object({ word: askedWord("Address") }), { word });
  if (!values) return { isFree: false, message: errors.word?.[0] ?? "" };
  const host = hostBelow(visit.env, values.word);
  const [[found]] = await db.read(
    db.rows<{ host: HostStanding }>(sql`select ${hostStanding(db, host, Date.now())} as "host"`),
  );
  const problem = hostProblem(found!.host);
  return { isFree: !problem, message: problem ?? `${host} is free` };
}
