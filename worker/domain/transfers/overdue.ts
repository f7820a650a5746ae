import { and, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import { pick } from "#app/shared/pick.ts";
import { assetTransfers, lentWhere } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { DayWork } from "../notifications/day-work.ts";
import { notifying } from "../notifications/notify.ts";
import { lateColumns, overdueNotices } from "./notices.ts";

const AT_ONCE = 25;
/** Parts of one morning. */
const MOST_PARTS = 40;
/** Before the first morning of a company, so many days are looked back. */
const FIRST_DAYS = 30;
const TWO_DAYS_MS = 2 * 86_400_000;

type Telling = Pick<DayWork, "today" | "doneOn"> & { origin: string; dateFormat: string };

/** Tells once of what is lent and has become overdue since the last morning, or arrived when it was overdue already. */
export async function tellOfOverdue(
  db: CompanyDb,
  { today, doneOn, origin, dateFormat }: Telling,
  now: number,
): Promise<void> {
  const since = doneOn ?? addDays(today, -FIRST_DAYS);
  let after = ["", ""];
  for (let part = 0; part < MOST_PARTS; part++) {
    const [rows] = await db.read(
      db
        .select(pick(assetTransfers, lateColumns))
        .from(assetTransfers)
        .where(
          db.ofOwner(
            assetTransfers,
            and(
              sql.raw(lentWhere),
              sql`${assetTransfers.dueBackOn} < ${today}`,
              sql`(${assetTransfers.dueBackOn} >= ${since} or ${assetTransfers.receivedAt} >= ${now - TWO_DAYS_MS})`,
              sql`(${assetTransfers.dueBackOn}, ${assetTransfers.id}) > (${after[0]}, ${after[1]})`,
            ),
          ),
        )
        .orderBy(assetTransfers.dueBackOn, assetTransfers.id)
        .limit(AT_ONCE),
    );
    const notices = rows.flatMap((row) =>
      overdueNotices(row, dateText(row.dueBackOn!, dateFormat)),
    );
    const [first, ...others] = notifying(db, origin, "transfer.overdue", notices, now);
    if (first) await db.read(first, ...others);
    const last = rows.at(-1);
    if (rows.length < AT_ONCE || !last) return;
    after = [last.dueBackOn!, last.id];
  }
}
