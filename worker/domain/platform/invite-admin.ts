import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { originOf } from "../../tenancy/hosts.ts";
import { openShard } from "../../tenancy/shard-door.ts";
import { checked, email, id, multiline, text } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { queued } from "./company-messages.ts";
import { refuseInvited } from "./invited-admin.ts";
import { mappedQuery } from "./mapped.ts";

export const inviteAdminInput = z.strictObject({
  companyId: id("Choose a company", "Company"),
  name: text("Name", 100),
  email: email(),
  reason: multiline("Reason", 500),
});

/** How a company stands that takes people. */
const standing: readonly string[] = ["trial", "active", "grace"];

/**
 * Invites a further Admin of a company, who gets the same letter as its first. Both logs say who did it, and why. Its shard is asked before
 * and once more by the message: what it refuses then, the platform's log keeps.
 * @throws Response 403; 404; 409 for a company that takes nobody now, at its plan's limit, or where the address is somebody's; 422
 */
export async function inviteAdmin(
  session: StaffSession,
  env: Env,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("manage-company");
  const { companyId, ...values } = checked(inviteAdminInput, input);
  const [[company]] = await db.read(mappedQuery(db, companyId));
  if (!company) return notFound("company");
  const { name, status, host, binding } = company;
  const by = { id: session.actor.userId, name: session.actor.name };
  if (!host) return conflict(`${name} has no host`);
  try {
    if (!standing.includes(status)) conflict(`${name} is ${status.replaceAll("_", " ")}`);
    await refuseInvited(openShard(env, binding, companyId, by), values.email);
  } catch (refusal) {
    const repeated = await db.firstAnswer<{ id: string }>();
    if (repeated) return repeated;
    throw refusal;
  }
  const userId = newId();
  const { activity, answer } = recorded(
    "admin",
    "invite.admin",
    { id: userId, name: values.name },
    `${values.email} gets an invitation of ${name}`,
    { reason: values.reason },
  );
  return db.commit({
    writes: [
      queued(db, {
        id: newId(),
        topic: "company.admin",
        payload: {
          ...{ ...values, companyId, binding, by, userId },
          ...{ act: "invite", entryId: null, origin: originOf(env, host) },
        },
      }),
    ],
    activity: { ...activity, companyId },
    answer: { ...answer, status: 201 },
  });
}
