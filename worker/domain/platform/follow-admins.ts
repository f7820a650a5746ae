import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { adminDirectory as directory } from "#drizzle/control/index.ts";
import { searchRowIdOf } from "#drizzle/search.ts";
import { outbox, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { among } from "../../db/predicates.ts";
import { ADMINS_CHANGED, type AdminsChanged } from "../../db/told-admins.ts";
import { PLATFORM } from "../search/search.ts";

/** Messages that are followed, and Admins that are looked at, in one part of a job. */
const AT_ONCE = 100;

/** People of a company as the directory has them, with what says whether they still belong there. */
const peopleIn = (db: CompanyDb, where: SQL | undefined) =>
  db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      phone: users.phone,
      status: users.status,
      lastLoginAt: users.lastLoginAt,
      version: users.version,
      isAdmin: sql<number>`${users.type} = 'admin'`.as("is_admin"),
    })
    .from(users)
    .where(db.ofOwner(users, where))
    .orderBy(asc(users.id))
    .limit(AT_ONCE);
type Person = Awaited<ReturnType<typeof peopleIn>>[number];

/** Takes people over as their shard has them, never older ones after newer ones; who is no Admin is taken out. One round trip. */
async function take(control: PlatformDb, companyId: string, people: readonly Person[]) {
  if (!people.length) return;
  const rows = sql`json_each(${JSON.stringify(people.map((one) => ({ ...one, id: newId() })))}) as told`;
  const of = (field: string) => sql`told.value ->> ${sql.raw(`'${field}'`)}`;
  const those = (where: SQL) =>
    sql`"company_id" = ${companyId} and "user_id" in (select ${of("userId")} from ${rows} where ${where})`;
  const rowId = sql.raw(searchRowIdOf('"admin_directory"."id"'));
  const word = sql.raw(`'c${PLATFORM}'`);
  await control.read(
    control.run(
      sql`delete from search_index where rowid in (select ${rowId} from ${directory} where ${those(sql`${of("isAdmin")} = 0`)}) and company = ${word}`,
    ),
    control.run(
      sql`delete from ${directory} where ${those(sql`${of("isAdmin")} = 0 and ${of("version")} > "admin_directory"."user_version"`)}`,
    ),
    control.run(
      sql`insert into ${directory} ("id", "company_id", "user_id", "name", "email", "phone", "status", "last_login_at", "user_version")
        select ${of("id")}, ${companyId}, ${of("userId")}, ${of("name")}, ${of("email")}, ${of("phone")}, ${of("status")}, ${of("lastLoginAt")}, ${of("version")}
        from ${rows} where ${of("isAdmin")} = 1
        on conflict ("company_id", "user_id") do update set "name" = excluded."name", "email" = excluded."email", "phone" = excluded."phone",
          "status" = excluded."status", "last_login_at" = excluded."last_login_at", "user_version" = excluded."user_version"
        where excluded."user_version" > "admin_directory"."user_version"`,
    ),
    control.run(
      sql`insert or replace into search_index (rowid, company, kind, words, record_id)
        select ${rowId}, ${word}, 'admin', concat_ws(' ', "name", "email"), "id" from ${directory} where ${those(sql`1`)}`,
    ),
  );
}

/**
 * Takes what a company's outbox says of its Admins into the directory.
 * @returns whether there may be more
 */
export async function followAdmins(control: PlatformDb, db: CompanyDb): Promise<boolean> {
  const waiting = and(eq(outbox.topic, ADMINS_CHANGED), isNull(outbox.sentAt));
  const [messages] = await db.read(
    db
      .select({ id: outbox.id, payload: outbox.payload })
      .from(outbox)
      .where(db.ofOwner(outbox, waiting))
      .orderBy(asc(outbox.nextAt))
      .limit(AT_ONCE),
  );
  if (!messages.length) return false;
  const ids = [...new Set(messages.flatMap(({ payload }) => (payload as AdminsChanged).ids))];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const [people] = await db.read(
      peopleIn(db, inArray(users.id, among(ids.slice(at, at + AT_ONCE)))),
    );
    await take(control, db.companyId, people);
  }
  const followed = inArray(outbox.id, among(messages.map(({ id }) => id)));
  await db.read(db.updating(outbox, followed, { sentAt: Date.now(), nextAt: null }));
  return messages.length === AT_ONCE;
}

/**
 * Takes over a company's Admins after one of them, in the order of their ids: so that the directory also has those of whom nothing was told.
 * @returns the last that was looked at; null when there are no more
 */
export async function lookAtAdmins(
  control: PlatformDb,
  db: CompanyDb,
  after: string,
): Promise<string | null> {
  const [people] = await db.read(
    peopleIn(db, and(eq(users.type, "admin"), after ? gt(users.id, after) : undefined)),
  );
  await take(control, db.companyId, people);
  return people.length === AT_ONCE ? people.at(-1)!.userId : null;
}
