import { desc } from "drizzle-orm";
import { z } from "zod";
import { pick } from "#app/shared/pick.ts";
import { newId } from "#drizzle/columns.ts";
import { domainRequests, domains } from "#drizzle/control/index.ts";
import type { Answer } from "../../db/db.ts";
import { proofName } from "../../dns/resolver.ts";
import type { Visit } from "../../env.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { placeOf } from "../../tenancy/hosts.ts";
import { checked, optionalMultiline, text } from "../entity/fields.ts";
import { apexOf, askedWord, HOST_TAKEN, hostBelow, hostField } from "../platform/host-names.ts";
import { OPEN_MS } from "./approving.ts";
import { domainFlow } from "./flow.ts";

/** So many former hosts are shown. */
const MOST_HOSTS = 50;

/**
 * A company's host, those it has left, and its newest request for another, with what its own zone is to say.
 * @throws Response 403 for anybody but an Admin
 */
export async function addressPage(session: Session) {
  const db = session.asCustomer(null);
  const [hosts, [request]] = await db.read(
    db
      .select(pick(domains, ["hostname", "status", "isPrimary"]))
      .from(domains)
      .where(db.ofOwner(domains))
      .orderBy(desc(domains.id))
      .limit(MOST_HOSTS),
    db
      .select()
      .from(domainRequests)
      .where(db.ofOwner(domainRequests))
      .orderBy(desc(domainRequests.id))
      .limit(1),
  );
  return {
    host: hosts.find(({ isPrimary }) => isPrimary)?.hostname ?? session.company.primaryHost,
    former: hosts.filter(({ status }) => status === "retired").map(({ hostname }) => hostname),
    request: request
      ? {
          ...pick(request, ["id", "version", "kind", "hostname", "status", "note", "reason"]),
          ...pick(request, ["proof", "dnsTarget", "expiresAt", "createdAt"]),
          record: request.proof ? proofName(request.hostname) : null,
          moves: domainFlow.movesOf(session, request),
        }
      : null,
  };
}

const LABEL = "New address";
/** A word stands before the platform's own name; a whole name is one of the company's own. */
export const askInput = z.strictObject({
  hostname: text(LABEL, 253),
  note: optionalMultiline(1000, "Note"),
});

/** The host that is meant, and whether it is one below the platform's own. @throws Response 422 */
function wishOf(env: Env, typed: string) {
  const given = typed.toLowerCase();
  const isWhole = given.includes(".") || apexOf(env, given) !== undefined;
  const whole = isWhole ? given : hostBelow(env, given);
  const apex = apexOf(env, whole);
  if (!apex) {
    const { hostname } = checked(z.object({ hostname: hostField(LABEL) }), { hostname: whole });
    return { kind: "custom_domain", hostname } as const;
  }
  const word = whole.slice(0, -apex.length - 1);
  checked(z.object({ hostname: askedWord(LABEL) }), { hostname: word });
  return { kind: "subdomain", hostname: whole } as const;
}

/**
 * Asks for another host of the company: staff decide it, and one of its own has to be proved by its DNS.
 * @throws Response 403 for anybody but an Admin; 409 while another request is open; 422
 */
export async function askForHost(
  session: Session,
  { env, control }: Pick<Visit, "env" | "control">,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.asCustomer(null);
  const { hostname: typed, note } = checked(askInput, input);
  const wish = wishOf(env, typed);
  const { actor, company } = session;
  const place = await placeOf(wish.hostname, env, control);
  const holder = place.kind === "retired" ? place.company : place;
  const isFree = holder.kind === "unknown";
  const isOwn = holder.kind === "company" && holder.companyId === company.id;
  if (!isFree && !isOwn) invalid({ hostname: [HOST_TAKEN] });
  if (wish.hostname === company.primaryHost)
    invalid({ hostname: ["This is your address already"] });
  const id = newId();
  return db.commit({
    writes: [
      db.inserting(domainRequests, {
        ...{ ...wish, id, note, status: "pending", expiresAt: Date.now() + OPEN_MS },
        ...{ requestedBy: actor.userId, requesterName: actor.name, requesterEmail: actor.email },
      }),
    ],
    activity: {
      ...{ action: "create.domain_request", kind: "domain_request", id, label: wish.hostname },
      changes: [{ field: "host", from: company.primaryHost, to: wish.hostname }],
    },
    answer: {
      status: 201,
      message: "Request sent. You get a letter with the answer.",
      data: { id },
    },
  });
}
