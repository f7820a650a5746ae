import { ormOf } from "../db/orm.ts";
import { readingSettings, storedValue } from "../db/platform-settings.ts";
import type { Mail } from "./outbox.ts";

/** Mails in one part. */
export const MAILS = 10;
const MINUTE = 60_000;
/**
 * Minutes until the next attempt, by attempts made; after the last the mail is given up and stays
 * in the outbox.
 */
const waits = [1, 5, 15, 60, 180, 360, 720, 1440];

type Waiting = { company: string | null; id: string; payload: string; attempts: number };
const NAME =
  "(select name from company_profiles where company_profiles.company_id = outbox.company_id and company_profiles.id = outbox.company_id)";
type Sender = Pick<Env, "SEND_EMAIL" | "MAIL_FROM" | "CONTROL_DB">;

/** The address that mails are from, under the name that the platform's settings give it. */
async function fromOf({ CONTROL_DB, MAIL_FROM }: Sender): Promise<string> {
  const orm = ormOf(CONTROL_DB);
  const name = storedValue(await readingSettings(orm, ["senderName"]), "senderName");
  const plain = typeof name === "string" ? name.replace(/[<>"\\,;]/g, "").trim() : "";
  return plain ? `${plain} <${addressIn(MAIL_FROM)}>` : MAIL_FROM;
}
/** "Plumbline <no-reply@example.org>" without its name. */
export const addressIn = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from;

/** Whose mails: a company's, or with null the platform's; one of them, or all. */
type Which = { company: string | null; id?: string };

/**
 * Sends mails that are due, as text and HTML, the longest waiting first. Each is claimed before it
 * is sent, so that two runs do not send it twice; its text, which may hold a link, is removed once
 * it is sent.
 * @returns how many were due, {@link MAILS} at most
 */
export async function deliverMail(
  env: Sender,
  database: D1Database,
  { company, id: only }: Which,
  now = Date.now(),
): Promise<number> {
  const sender = env.SEND_EMAIL;
  if (!sender) return 0;
  const ofOwner = company ? "company_id = ?1" : "?1 is null";
  const { results } = await database
    .prepare(
      `select ${company ? NAME : "null"} as company, id, payload, attempts from outbox
       where ${ofOwner} and sent_at is null and topic = 'mail' and next_at <= ?2 ${only ? "and id = ?3" : ""} order by next_at limit ${MAILS}`,
    )
    .bind(company, now, ...(only ? [only] : []))
    .all<Waiting>();
  if (!results.length) return 0;
  const from = await fromOf(env);
  const send = async ({ company: name, id, payload, attempts }: Waiting) => {
    const wait = waits[attempts];
    const next = wait === undefined ? null : now + wait * MINUTE;
    const claimed = await database
      .prepare(
        `update outbox set attempts = attempts + 1, next_at = ?3 where ${ofOwner} and id = ?2 and attempts = ?4 and sent_at is null`,
      )
      .bind(company, id, next, attempts)
      .run();
    if (claimed.meta.changes !== 1) return;
    try {
      const { to, ...letter } = JSON.parse(payload) as Mail;
      const { htmlOf } = await import("./html.tsx");
      await sender.send({
        from,
        to,
        subject: letter.subject,
        text: letter.text,
        html: htmlOf(letter, name),
      });
    } catch (error) {
      console.error(`Mail ${id} was not sent: ${(error as Error).message}`);
      return;
    }
    await database
      .prepare(
        `update outbox set sent_at = ?3, next_at = null, payload = ?4 where ${ofOwner} and id = ?2`,
      )
      .bind(company, id, Date.now(), JSON.stringify({ ...(JSON.parse(payload) as Mail), text: "" }))
      .run();
  };
  await Promise.all(results.map(send));
  return results.length;
}
