import { eq } from "drizzle-orm";
import { z } from "zod";
import { domains } from "#drizzle/control/index.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { AnySession, StaffSession } from "../../session.ts";
import { forgetHostsOf } from "../../tenancy/hosts.ts";
import { isReserved } from "../../tenancy/reserved.ts";
import { checked, multiline } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { apexOf, hostField } from "./host-names.ts";
import { mappedQuery } from "./mapped.ts";
import { CHANGE_HOST, changesOfHost, rehosting } from "./rehosting.ts";

/** Another host for a company: one below the platform's own, or one that the company has proved to be its own. */
export const hostInput = z.strictObject({
  hostname: hostField("Host"),
  reason: multiline("Reason", 500),
});

const wrong = (message: string): never => invalid({ hostname: [message] });

/** Whether a host is one below the platform's own, where its first word is all that is chosen. */
function isBelowApex(env: Env, hostname: string): boolean {
  const apex = apexOf(env, hostname);
  if (!apex) return false;
  const word = hostname.slice(0, -apex.length - 1);
  if (word.length < 2 || word.includes("."))
    wrong("Host takes one word before the platform's name");
  if (isReserved(word)) wrong("Host is reserved");
  return true;
}

/**
 * Gives a company another host. The one it had stays its own for ever: it is retired, shows certificates by their printed codes, and leads
 * all else to the new one (docs/decisions/083-retired-hosts.md). A host that it has left before may be taken again.
 * @throws Response 403; 404; 409 for its own host of today, or when it changed meanwhile; 422
 */
export async function changeHost(
  session: AnySession,
  env: Env,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = (session as StaffSession).authorize("manage-company");
  const { hostname, reason } = checked(hostInput, input);
  const isSubdomain = isBelowApex(env, hostname);
  const [[before], [known]] = await db.read(
    mappedQuery(db, id),
    db.select().from(domains).where(eq(domains.hostname, hostname)).limit(1),
  );
  if (!before) return notFound("company");
  if (before.host === hostname || (known && known.companyId !== id)) {
    const first = await db.firstAnswer<{ id: string }>();
    if (first) return first;
    if (before.host === hostname) conflict("This is the company's host already");
    wrong("This host is already used");
  }
  if (!isSubdomain && !known?.verifiedAt)
    wrong("The company has not proved that this host is its own");
  const changes = changesOfHost(before, hostname);
  const by = { id: session.actor.userId, name: session.actor.name };
  const to = { hostname, kind: "subdomain", verifiedAt: known?.verifiedAt ?? Date.now() } as const;
  const answer = await db.commit({
    writes: rehosting(db, before, known, to, { by, reason }),
    ...recorded("company", CHANGE_HOST, { id, name: before.name }, "Host changed", {
      ...{ changes, reason },
    }),
  });
  forgetHostsOf(id, hostname);
  return answer;
}
