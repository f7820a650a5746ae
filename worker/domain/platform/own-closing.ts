import { z } from "zod";
import { purgeDay } from "#app/shared/company-standing.ts";
import { dateText } from "#app/shared/dates.ts";
import { companyClosings } from "#drizzle/control/index.ts";
import type { Answer } from "../../db/db.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { forgetHostsOf } from "../../tenancy/hosts.ts";
import { openControlFor } from "../../tenancy/shard-door.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";
import { checked, text } from "../entity/fields.ts";
import { closing, closingReads } from "./closing.ts";

export const closeInput = z.strictObject({
  name: text("Name of the company", 150),
  password: ownPassword,
});

/**
 * Closes the company of an Admin, also while it is suspended. Its hosts answer 404 at once, everybody is signed out, and its data is
 * removed on the day that is answered, YYYY-MM-DD.
 * @throws Response 403 for anybody but an Admin; 409 when it was changed meanwhile; 422 for another name or a wrong password
 */
export async function closeOwnCompany(
  session: Session,
  env: Env,
  input: unknown,
): Promise<Answer<{ purgeOn: string }>> {
  const { stamp } = session.asCustomer(null);
  const { name, password } = checked(closeInput, input);
  const { actor, company } = session;
  if (name !== company.name) invalid({ name: ["This is not the name of the company"] });
  await provePassword(session, password, "password");
  const db = openControlFor(env, stamp);
  const at = Date.now();
  const by = { id: actor.userId, name: actor.name, kind: "user" as const };
  const read = await db.read(...closingReads(db, company.id));
  const {
    writes,
    before,
    action,
    changes,
    company: mapped,
  } = closing(db, read, {
    ...{ by, at, reason: null },
  });
  const purgeOn = purgeDay(at, mapped.timeZone);
  const answer = await db.commit({
    writes: [
      ...writes,
      db.inserting(companyClosings, {
        ...{ companyId: company.id, kind: "close", status: "confirmed", isByCompany: true },
        ...{ askedBy: by.id, askedByName: by.name, expiresAt: at, before },
        ...{ decidedBy: by.id, decidedByName: by.name, decidedAt: at },
      }),
    ],
    activity: {
      ...{ action, kind: "company", id: company.id, label: company.name, changes },
      companyId: company.id,
    },
    answer: {
      status: 200,
      message: `Your company is closed. Its data is kept until ${dateText(purgeOn)}.`,
      data: { purgeOn },
    },
  });
  forgetHostsOf(company.id, company.primaryHost);
  return answer;
}
