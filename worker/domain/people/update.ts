import { eq } from "drizzle-orm";
import { users } from "#drizzle/tenant/index.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { forbidden, invalid, stale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { provePassword } from "../account/prove-password.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { assertUsable, explainReferences, referencesOf } from "../entity/references.ts";
import { personUpdate } from "./input.ts";
import { refuseUpward } from "./invite.ts";
import { addressWrites } from "./links.ts";
import { asSeen, asSeenWithin, personQuery } from "./person.ts";
import { beyondReach, onePerson, refuseBeyond, withinReach } from "./reach.ts";
import { seenBy } from "./rules.ts";
import { stillAdmins } from "./still-admins.ts";

const references = referencesOf(users, personUpdate);

/**
 * Saves what is said of a person. Type and service type are not one's own to change, nor, as the address, those of a person beyond reach;
 * an Admin who becomes a User leaves another Admin behind.
 * Who changes the address or the type proves who they are again.
 * @throws Response 403, 404, 409 for the last Admin or when someone else was first, 422 with every message
 */
export async function updatePerson(
  session: Session,
  id: string,
  { version, ...input }: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  const [[found], beyond] = await db.read(
    personQuery(db, id),
    beyondReach(session, db, onePerson(id)),
  );
  const before = seenBy(session, found);
  const {
    email: wanted,
    password,
    ...values
  } = checked(personUpdate, { type: before.type, ...input });
  if (version !== undefined && version !== "" && Number(version) !== before.version) stale(before);
  const isOtherType = values.serviceType !== before.serviceType || values.type !== before.type;
  let awakened: Statement[] = [];
  if (isOtherType) {
    if (id === session.actor.userId) forbidden("You cannot change your own type or service type");
    refuseUpward(session, values);
    refuseBeyond(beyond);
    // Grants that the service type excludes until now begin to count with another one.
    awakened = await withinReach(session, db, onePerson(id), values.serviceType);
  }
  const moved = wanted !== undefined && wanted !== before.email.toLowerCase() ? wanted : null;
  if (moved && id === session.actor.userId)
    invalid({ email: ["Change your own address in your profile"] });
  if (moved) refuseBeyond(beyond);
  const address = moved ? await addressWrites(session, db, before, moved) : null;
  if (values.type !== before.type && session.type !== "Admin")
    invalid({ type: ["Only an Admin changes it"] });
  if (moved || values.type !== before.type) await provePassword(session, password, "password");
  try {
    return await db.commit({
      writes: [
        ...(isOtherType || moved ? asSeenWithin(session, db, before) : [asSeen(db, before)]),
        ...awakened,
        ...(values.type === "user" ? await stillAdmins(db, before) : []),
        ...assertUsable(db, references, values, before),
        db.updating(users, eq(users.id, id), values),
        ...(address?.writes ?? []),
      ],
      ...recorded(
        "user",
        "update.user",
        { id, name: values.name },
        address ? `Person saved. ${address.message}` : "Person saved",
        {
          changes: [
            ...changesBetween(before, values),
            ...(moved ? [{ field: "email", from: before.email, to: moved }] : []),
          ],
        },
      ),
    });
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status !== 422)
      await explainReferences(db, references, values);
    throw refusal;
  }
}
