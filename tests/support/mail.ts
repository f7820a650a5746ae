import type { Company, World } from "./world.ts";

type SentMail = { to: string; subject: string; text: string };

/** The mails to one address in a company's outbox (the platform's without a company), newest first. */
export async function mailsTo(
  w: World,
  address: string,
  company?: Pick<Company, "id" | "shard">,
): Promise<SentMail[]> {
  const db = company ? w.env[company.shard as "TENANT_DB_0"] : w.env.CONTROL_DB;
  const mine = company ? `company_id = '${company.id}' and ` : "";
  const { results } = await db
    .prepare(
      `select payload from outbox where ${mine} json_extract(payload, '$.to') = ? and topic = 'mail' order by id desc`,
    )
    .bind(address)
    .all<{ payload: string }>();
  return results.map(({ payload }) => JSON.parse(payload) as SentMail);
}

/** The path of the link in a mail. */
export function linkIn(mail: SentMail | undefined): string {
  const found = /https?:\/\/\S+/.exec(mail?.text ?? "");
  if (!found) throw new Error("There is no link in this mail");
  return new URL(found[0]).pathname;
}
