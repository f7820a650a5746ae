import { type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import type { domainRequests as table } from "#drizzle/control/index.ts";
import { newSecret } from "../../auth/tokens.ts";
import type { Results } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { proofName } from "../../dns/resolver.ts";
import { proveHostLetter } from "../../mail/domain-letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { conflict, invalid } from "../../refusals.ts";
import type { AnySession } from "../../session.ts";
import { forgetHost, originBeside } from "../../tenancy/hosts.ts";
import { limitsOf } from "../billing/limits.ts";
import { fits } from "../billing/placing.ts";
import { checked, flag, optionalId, optionalWhole } from "../entity/fields.ts";
import type { Done } from "../entity/flow-work.ts";
import { currencyField, placeInput, zoneField } from "../platform/company-input.ts";
import { founding, openShards, trialFrom } from "../platform/founding.ts";
import { type HostStanding, hostProblem, hostStanding } from "../platform/host-names.ts";
import { platformSettingsIn, readingPlatformSettings } from "../platform/settings.ts";
import { trialsQuery } from "../platform/trials.ts";
import { type DomainRequest, hostReads, of, takingOver } from "./proving.ts";

const DAY_MS = 86_400_000;
/** A request stays open so long, and as long again once its record is waited for. */
export const OPEN_MS = 30 * DAY_MS;

/** What staff decide with a request. All but the last is of a new company alone. */
export const approvalFields = {
  serviceType: optionalWhole("Service type", 0, 2),
  planId: optionalId("Plan"),
  shardId: optionalId("Shard"),
  currency: currencyField,
  timeZone: zoneField,
  takesLookAlike: flag("Take it though it looks like another"),
};
type Values = {
  serviceType: number | null;
  planId: string | null;
  shardId: string | null;
  currency: string | null;
  timeZone: string | null;
  takesLookAlike: boolean;
};

const standingOf = (db: PlatformDb, id: string) =>
  hostStanding(db, of(db, id, "hostname"), Date.now(), {
    requestId: id,
    companyId: of(db, id, "company_id"),
  });

/** What is known of a request's host, its company, and what a new company begins with. */
export const approvalReads = (db: PlatformDb, id: string) =>
  [
    db.rows<{ host: HostStanding }>(sql`select ${standingOf(db, id)} as "host"`),
    ...hostReads(db, id),
    openShards(db),
    trialsQuery(db),
    readingPlatformSettings(db, ["graceDays"]),
  ] as const;
type Read = Results<ReturnType<typeof approvalReads>>;

type Given = {
  db: PlatformDb;
  session: AnySession;
  before: DomainRequest;
  values: Values;
  read: Read;
  at: number;
};

const explain = async () => conflict("The host or its company was changed meanwhile. Try again.");

/** Decides a request that was looked at. @throws Response 409 for a host that is taken; 422 */
export function approving(given: Given): Done<typeof table> {
  const { db, before, values, read, at } = given;
  const [[standing], [company], [known]] = read;
  const host = standing?.host ?? "taken";
  if (host === "taken") conflict("This host is already used");
  if (host === "alike" && !values.takesLookAlike)
    invalid({ takesLookAlike: [`${hostProblem(host)}. Tick the box to give it all the same.`] });
  const isFree = values.takesLookAlike
    ? sql`${standingOf(db, before.id)} <> 'taken'`
    : sql`${standingOf(db, before.id)} = 'free'`;
  if (before.kind === "new_company") return { ...founded(given, isFree), explain };
  if (!company) return conflict("The company is no longer there");
  if (before.kind === "custom_domain") return { ...toProve(given, company.host, isFree), explain };
  if (company.host === before.hostname) conflict("This is the company's host already");
  const to = {
    ...{ kind: "subdomain" as const, verifiedAt: known?.verifiedAt ?? at },
    reason: "Its request was approved",
  };
  return { ...takingOver(given, { company, known }, to, isFree), explain };
}

/** Founds the company that was asked for, and invites whoever asked as its first Admin. */
function founded(
  { db, session, before, values, read, at }: Given,
  isFree: SQL,
): Done<typeof table> {
  const [, , , shards, offered, set] = read;
  const { hostname, companyName, companyKind, requesterEmail, requesterPhone } = before;
  const serviceType = values.serviceType ?? before.serviceType;
  if (!companyName || !companyKind || serviceType === null)
    return conflict("This request does not say what company it is");
  const shard = values.shardId ? shards.find(({ id }) => id === values.shardId) : shards[0];
  if (!shard) return invalid({ shardId: ["This shard takes no new companies"] });
  const place = checked(placeInput, {
    ...{ country: before.country, currency: values.currency, timeZone: values.timeZone },
  });
  const trial = trialOf(offered, {
    ...{ planId: values.planId, serviceType, today: dayIn(place.timeZone, at) },
    graceDays: platformSettingsIn(set).graceDays,
  });
  const companyId = newId(at);
  return {
    to: "active",
    set: { companyId, serviceType, verifiedAt: at },
    around: (update) => [
      db.assert("state", isFree),
      ...founding(db, session.origin, {
        ...{ id: companyId, host: hostname, shard, trial },
        values: {
          ...{ ...place, name: companyName, slug: hostname.slice(0, hostname.indexOf(".")) },
          ...{ kind: companyKind, serviceType },
          ...{ phone: requesterPhone ?? "", email: requesterEmail },
        },
        admin: {
          ...{ id: newId(), name: before.requesterName, email: requesterEmail },
          passwordHash: null,
        },
        by: { id: session.actor.userId, name: session.actor.name },
      }),
      update,
    ],
    also: [{ action: "create.company", kind: "company", id: companyId, label: companyName }],
    message: `Company added. ${requesterEmail} gets an invitation.`,
    data: { companyId },
    after: () => forgetHost(hostname),
  };
}

type Tried = { planId: string | null; serviceType: number; today: string; graceDays: number };
/** What the new company tries; null for one without an end. @throws Response 422 */
function trialOf(offered: Read[4], { planId, serviceType, today, graceDays }: Tried) {
  if (!planId) return null;
  const offer = offered.find((one) => one.planId === planId);
  if (!offer?.trialDays) return invalid({ planId: ["This plan cannot be tried"] });
  if (!fits(offer.serviceType, serviceType))
    invalid({ planId: [`${offer.name} is not for what the company does`] });
  const limits = limitsOf(offer, { extraAssets: 0, extraUsers: 0 });
  return trialFrom(offer, { today, limits, graceDays });
}

/** Tells what is to be written into the host's own zone, and waits for it. */
function toProve(
  { db, session, before, at }: Given,
  host: string | null,
  isFree: SQL,
): Done<typeof table> {
  const { id, hostname, requesterName, requesterEmail } = before;
  const proof = `plumbline=${newSecret()}`;
  const dnsTarget = new URL(session.origin).hostname;
  const origin = originBeside(session.origin, host ?? dnsTarget);
  const records = { record: proofName(hostname), proof, target: dnsTarget };
  return {
    to: "dns_pending",
    set: { proof, dnsTarget, expiresAt: at + OPEN_MS },
    writes: [
      db.assert("state", isFree),
      mailing(
        db,
        {
          to: requesterEmail,
          ...proveHostLetter({ requesterName, hostname, ...records }, origin),
        },
        `host-to-prove:${id}:${before.version}`,
      ),
    ],
    message: "Request approved. It waits for its DNS record.",
  };
}
