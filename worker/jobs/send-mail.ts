import { deliverMail, MAILS } from "../mail/deliver.ts";
import { CONTROL, type Part } from "./message.ts";

const companyOf = ({ shard, owner }: Part) => (shard === CONTROL ? null : owner);
/** A claim is held against the clock, also by a message that comes late. */
const now = ({ at }: Part) => Math.max(at, Date.now());

/** Sends some of an owner's mails that are due; the rest goes on behind those of others. */
export async function sendMail(part: Part): Promise<string | null> {
  const found = await deliverMail(part.env, part.db, { company: companyOf(part) }, now(part));
  return found === MAILS ? "" : null;
}

/** Sends the one mail that was just written, whatever else waits. */
export async function sendLetter(part: Part): Promise<null> {
  await deliverMail(part.env, part.db, { company: companyOf(part), id: part.from }, now(part));
  return null;
}
