import { htmlOf, PLATFORM } from "./html.ts";
import type { Mail } from "./outbox.ts";

const AT_ONCE = 50;
const MINUTE = 60_000;
/** Minutes until the next attempt, by attempts made; after the last the mail is given up and stays in the outbox. */
const waits = [1, 5, 15, 60, 180, 360, 720, 1440];

type Waiting = { owner: string | null; company: string | null; id: string; payload: string; attempts: number };
const COMPANY =
  "(select name from company_profiles where company_profiles.company_id = outbox.company_id and company_profiles.id = outbox.company_id)";
type Sender = Pick<Env, "SEND_EMAIL" | "MAIL_FROM">;

/**
 * Sends the mails that wait in one database, as text and HTML. Each is claimed before it is sent, so that two runs do not send it twice;
 * its text, which may hold a link, is removed once it is sent.
 * @param scoped whether the outbox is of companies, with their id as part of its key
 * @returns how many were sent
 */
export async function deliverMail(env: Sender, database: D1Database, scoped: boolean, now = Date.now()): Promise<number> {
  const sender = env.SEND_EMAIL;
  if (!sender) return 0;
  const owner = scoped ? "company_id" : "null";
  const key = scoped ? "company_id = ?1 and id = ?2" : "?1 is null and id = ?2";
  const { results } = await database
    .prepare(
      `select ${owner} as owner, ${scoped ? COMPANY : "null"} as company, id, payload, attempts from outbox indexed by outbox_waiting
       where sent_at is null and topic = 'mail' and next_at <= ? limit ${AT_ONCE}`,
    )
    .bind(now)
    .all<Waiting>();
  let sent = 0;
  for (const { owner: company, company: name, id, payload, attempts } of results) {
    const wait = waits[attempts];
    const next = wait === undefined ? null : now + wait * MINUTE;
    const claimed = await database
      .prepare(`update outbox set attempts = attempts + 1, next_at = ?3 where ${key} and attempts = ?4 and sent_at is null`)
      .bind(company, id, next, attempts)
      .run();
    if (claimed.meta.changes !== 1) continue;
    const { to, subject, text, origin } = JSON.parse(payload) as Mail;
    try {
      await sender.send({
        from: env.MAIL_FROM,
        to,
        subject,
        text,
        html: htmlOf({ subject, text, ...(origin ? { origin } : {}) }, name ?? PLATFORM),
      });
    } catch (error) {
      console.error(`Mail ${id} was not sent: ${(error as Error).message}`);
      continue;
    }
    await database
      .prepare(`update outbox set sent_at = ?3, next_at = null, payload = ?4 where ${key}`)
      .bind(company, id, Date.now(), JSON.stringify({ to, subject, text: "" }))
      .run();
    sent += 1;
  }
  return sent;
}
