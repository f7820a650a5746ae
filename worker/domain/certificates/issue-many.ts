/** The issue of several certificates with one password: each is a batch of its own, by the move that issues one. */

import { z } from "zod";
import { MOST_ISSUED } from "#app/shared/flows/certificate-reports.ts";
import { plural } from "#app/shared/plural.ts";
import type { Problem } from "#app/shared/refusal.ts";
import { newId } from "#drizzle/columns.ts";
import type { Answer } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { ownPassword } from "../account/prove-password.ts";
import { checked } from "../entity/fields.ts";
import { certificateReportFlow } from "./flow.ts";
import { proveSigner } from "./signing.ts";

const ISSUE = "issue-certificate-report";
const LONGEST_ID = 64;
const TOO_MANY = `At most ${MOST_ISSUED} certificates at once`;
/** Ids: a list, or one text with commas between. */
const ids = z
  .union([
    z.array(z.string()),
    z
      .string()
      .max(MOST_ISSUED * (LONGEST_ID + 2), TOO_MANY)
      .transform((text) => text.split(",").map((one) => one.trim())),
  ])
  .pipe(
    z
      .array(z.string().min(1).max(LONGEST_ID))
      .min(1, "Choose at least one certificate")
      .max(MOST_ISSUED, TOO_MANY),
  );
export const issueManyInput = z.strictObject({ ids, password: ownPassword });

/** What became of a certificate: its number, or why it was not issued. */
type Issued = { id: string; certificateNo: string };
type Refused = { id: string; reason: string };
export type IssuedMany = { issued: Issued[]; failed: Refused[] };

/** What stands in the way of one certificate; the others go on. */
const ofOne = new Set([403, 404, 409, 422]);

/** Issues one certificate; again under the same key it tells the number that it was given. @throws Response when none can go on */
async function issued(session: Session, id: string, typed: string): Promise<Issued | Refused> {
  const part = session.part(id);
  try {
    const move = () => certificateReportFlow.move(part, id, "issue", { password: typed });
    const { data } = await move().catch(async (refusal: unknown) => {
      const isKept = refusal instanceof Response && ofOne.has(refusal.status);
      const first = isKept && (await part.authorize(ISSUE).firstAnswer<Issued>());
      if (first) return first;
      throw refusal;
    });
    return data as Issued;
  } catch (refusal) {
    if (!(refusal instanceof Response) || !ofOne.has(refusal.status)) throw refusal;
    const { message, errors = {} } = (await refusal.json()) as Problem;
    return { id, reason: Object.values(errors).flat()[0] ?? message };
  }
}

/**
 * Issues up to fifty approved certificates, one after the other, with one password. What cannot be issued is named and left as it is.
 * @throws Response 403; 422, also for a wrong password; 429 after too many
 */
export async function issueCertificates(
  session: Session,
  sent: unknown,
): Promise<Answer<IssuedMany>> {
  const db = session.authorize(ISSUE);
  const values = checked(issueManyInput, sent);
  const first = await db.firstAnswer<IssuedMany>();
  if (first) return first;
  await proveSigner(session, values.password);
  const asked = [...new Set(values.ids)];
  const data: IssuedMany = { issued: [], failed: [] };
  for (const id of asked) {
    const one = await issued(session, id, values.password);
    if ("reason" in one) data.failed.push(one);
    else data.issued.push(one);
  }
  const count = data.issued.length;
  const message = plural(count, "1 certificate issued", "{n} certificates issued");
  const answer: Answer<IssuedMany> = {
    status: 200,
    message: data.failed.length ? `${message}, ${data.failed.length} could not be` : message,
    data,
  };
  // One alone has its own entry in the log; an answer that may be asked for again is kept.
  if (asked.length === 1 && !db.stamp.once) return answer;
  return db.commit({
    writes: [],
    activity: {
      ...{ action: "bulk_issue.certificate_report", kind: "bulk_issue", id: newId() },
      label: `${count} of ${asked.length} certificates`,
    },
    answer,
  });
}
