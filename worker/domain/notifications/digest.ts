import { and, desc, eq, sql } from "drizzle-orm";
import { notifications, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { digestLetter } from "../../mail/letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { type DayWork, movingOn, placeOf } from "./day-work.ts";
import { weekOf, weekStatements } from "./due/week.ts";

const AT_ONCE = 20;
const LISTED = 20;
const COUNTED = 200;

type Day = DayWork & { mode: "daily" | "weekly" | "off"; dateFormat: string };

/** People with something waiting, by steps through the index. */
const waitingPeople = (db: CompanyDb, after: string) => {
  const next = (
    than: unknown,
  ) => sql`(select min("note"."user_id") from ${notifications} as "note" indexed by notifications_for_digest
    where "note"."company_id" = ${db.companyId} and mail_status = 'waiting' and "note"."user_id" > ${than})`;
  return db.rows<{
    user_id: string;
  }>(sql`with recursive "waits"("user_id") as (select ${next(after)}
    union all select ${next(sql`"waits"."user_id"`)} from "waits" where "waits"."user_id" is not null)
    select "user_id" from "waits" where "user_id" is not null limit ${sql.raw(String(AT_ONCE))}`);
};

const isMonday = (today: string) => new Date(`${today}T00:00:00Z`).getUTCDay() === 1;

/**
 * Mails the next people what waits for them, each one letter a day; who has nothing waiting gets none.
 * @returns true when the day is done
 */
export async function sendDigests(db: CompanyDb, origin: string, day: Day): Promise<boolean> {
  const { today, mode } = day;
  if (mode === "weekly" && !isMonday(today)) {
    await db.read(...movingOn(db, day, null));
    return true;
  }
  const [people] = await db.read(waitingPeople(db, placeOf(day) ?? ""));
  const ids = people.map(({ user_id }) => user_id);
  const writes: Statement[] = [];
  if (ids.length && mode !== "off") {
    const [week, readers, ...found] = await db.read(
      ...weekStatements(db, today),
      ...(ids.flatMap((id) => waitingFor(db, id)) as [Statement, ...Statement[]]),
    );
    const dueOf = weekOf(week, readers, today);
    for (const [at, id] of ids.entries()) {
      const [[person], told, [count]] = found.slice(at * 3, at * 3 + 3) as unknown as Found;
      const more = Math.max(0, (count?.n ?? 0) - told.length);
      const due = dueOf(id);
      // What the part on planned services lists is not said again above it.
      const listed = new Set(
        [...(due?.overdue.rows ?? []), ...(due?.week.rows ?? [])].map(({ id }) => id),
      );
      const others = told.filter(({ entityId }) => !entityId || !listed.has(entityId));
      if (person?.status === "active" && told.length)
        writes.push(
          mailing(
            db,
            {
              to: person.email,
              ...digestLetter(person.name, others, more, origin, due, day.dateFormat),
            },
            `digest:${id}:${today}`,
          ),
        );
    }
  }
  const isLast = ids.length < AT_ONCE;
  const status = mode === "off" ? "none" : "sent";
  const sent = ids.map((id) =>
    db.updating(notifications, and(eq(notifications.userId, id), sql`mail_status = 'waiting'`)!, {
      mailStatus: status,
    }),
  );
  await db.read(...movingOn(db, day, isLast ? null : ids.at(-1)!), ...writes, ...sent);
  return isLast;
}

type Found = [
  { name: string; email: string; status: string }[],
  { title: string; body: string | null; link: string | null; entityId: string | null }[],
  { n: number }[],
];

const waitingFor = (db: CompanyDb, id: string): Statement[] => {
  const waiting = db.ofOwner(
    notifications,
    and(eq(notifications.userId, id), sql`mail_status = 'waiting'`),
  );
  return [
    db
      .select({ name: users.name, email: users.email, status: users.status })
      .from(users)
      .where(db.ofOwner(users, eq(users.id, id)))
      .limit(1),
    db
      .select({
        title: notifications.title,
        body: notifications.body,
        link: notifications.link,
        entityId: notifications.entityId,
      })
      .from(notifications)
      .where(waiting)
      .orderBy(desc(notifications.id))
      .limit(LISTED),
    db
      .select({ n: sql<number>`count(*)`.as("n") })
      .from(
        sql`(select 1 from ${notifications} where ${waiting} limit ${sql.raw(String(COUNTED))})`,
      ),
  ];
};
