import type { Part } from "./message.ts";

const AT_ONCE = 500;
const WAKE = `update notifications set read_at = null, snooze_until = null where company_id = ?1 and id in (select id from notifications
  indexed by notifications_to_wake where company_id = ?1 and snooze_until is not null and snooze_until <= ?2 limit ${AT_ONCE})`;

/** Brings back what was snoozed until now. */
export async function wakeNotices({ db, owner, at }: Part): Promise<string | null> {
  const { meta } = await db.prepare(WAKE).bind(owner, at).run();
  return meta.changes >= AT_ONCE ? "" : null;
}
