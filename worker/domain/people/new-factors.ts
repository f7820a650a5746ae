import { z } from "zod";
import type { Answer } from "../../db/db.ts";
import { forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { allowing, askOf, lostDeviceOf } from "../account/lost-device.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";
import { checked } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { asSeen, deskOf, personQuery } from "./person.ts";
import { beyondReach, onePerson, refuseBeyond } from "./reach.ts";
import { notOneself, seenBy } from "./rules.ts";

export const newFactorsInput = z.strictObject({ password: ownPassword });

/**
 * An Admin vouches for a colleague who has lost their second factor: they get a link that removes it, which works a day after they
 * asked. The Admin proves again who they are.
 * @throws Response 403 for oneself, and for anybody but an Admin; 404; 409 where the person has not asked; 422 for a wrong proof
 */
export async function allowNewFactors(
  session: Session,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  if (session.type !== "Admin") forbidden();
  notOneself(session, id, "allow new second factors to");
  const { password } = checked(newFactorsInput, input);
  const desk = deskOf(session, db);
  const [rows, beyond, asks] = await db.read(
    personQuery(db, id),
    beyondReach(session, db, onePerson(id)),
    lostDeviceOf(desk, id),
  );
  const person = seenBy(session, rows[0]);
  refuseBeyond(beyond);
  const asked = askOf(asks, person);
  await provePassword(session, password, "password");
  return db.commit({
    writes: [
      asSeen(db, person),
      ...(await allowing(desk, person, asked, session.company.timeZone)),
    ],
    ...recorded("user", "allow.new_factors", person, `${person.name} gets a letter with a link`),
  });
}
