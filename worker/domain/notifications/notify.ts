import { type SQL, sql } from "drizzle-orm";
import {
  notificationPreferences,
  notifications,
  outbox,
  teamMembers,
  teamPermissions,
  teams,
  userPermissions,
  userScopes,
  users,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { idsFrom } from "../../db/ids.ts";
import { noticeText } from "../../mail/letters.ts";
import { MAIL } from "../../mail/outbox.ts";
import { type Permission, vocabulary } from "../../permissions.ts";
import { type NoticeKind, noticeKinds } from "./kinds.ts";

/** One thing to tell, before it is known to whom. */
export type Notice = {
  /** Told once to each person: kind, record, due date and lead. */
  key: string;
  /** The beginning of keys that are over for a person once one of them is acknowledged. */
  series?: string;
  title: string;
  body?: string;
  /** A path of this site. */
  link: string;
  severity?: "info" | "warning" | "critical";
  entityKind: string;
  entityId: string;
  /** The Location of the asset it is about: people limited to others are not told. */
  departmentId?: string | null;
  /** People and a team told besides the kind's audience. */
  userIds?: readonly (string | null)[];
  teamId?: string | null;
};

const MOST_PEOPLE = 2000;
/** Whether the person `u` holds a permission on the web; as sign-in resolves it. */
export const holds = (permission: Permission): SQL => sql`("u"."type" = 'admin' or coalesce(
  (select "own"."web" from ${userPermissions} as "own" where "own"."company_id" = "u"."company_id" and "own"."user_id" = "u"."id"
    and "own"."permission" = ${permission}),
  (select 'allow' from ${teamMembers} as "in" join ${teamPermissions} as "may" on "may"."company_id" = "in"."company_id" and "may"."team_id" = "in"."team_id"
    join ${teams} as "team" on "team"."company_id" = "in"."company_id" and "team"."id" = "in"."team_id" and "team"."archived_at" is null
    where "in"."company_id" = "u"."company_id" and "in"."user_id" = "u"."id" and "may"."permission" = ${permission} and "may"."is_web_permission" = 1 limit 1)
  ) = 'allow')`;

/** Whether the person `u` is among those of an audience. */
const isAmong = (audience: readonly Permission[] | "admins"): SQL =>
  audience === "admins" ? sql`"u"."type" = 'admin'` : sql.join(audience.map(holds), sql` and `);

const chosen = (
  kind: NoticeKind,
  channel: "screen" | "mail",
): SQL => sql`coalesce((select "mode" from ${notificationPreferences} as "how"
  where "how"."company_id" = "u"."company_id" and "how"."user_id" = "u"."id" and "how"."kind" = ${kind} and "how"."channel" = ${channel}),
  ${noticeKinds[kind][channel]})`;

/** The people whom the notices name, by themselves or by a team; nobody else is looked at. */
function namedOnly(db: CompanyDb, notices: readonly Notice[]): SQL {
  const of = (ids: readonly (string | null | undefined)[]) =>
    JSON.stringify([...new Set(ids.filter(Boolean))]);
  return sql`and "u"."id" in (select "value" from json_each(${of(notices.flatMap(({ userIds = [] }) => userIds))})
    union select "member"."user_id" from ${teamMembers} as "member" where "member"."company_id" = ${db.companyId}
      and "member"."team_id" in (select "value" from json_each(${of(notices.map(({ teamId }) => teamId))})))`;
}

/** Active people with what decides whether they are told; looked up once for all notices. */
function people(
  db: CompanyDb,
  kind: NoticeKind,
  named: SQL | null,
  inCharge?: Permission | undefined,
): SQL {
  const { audience, needs } = noticeKinds[kind];
  const isAudience = audience && !named ? isAmong(audience) : sql`0`;
  return sql`(select "u"."id", "u"."email", "u"."name", (${isAudience}) as "is_audience", ${inCharge ? holds(inCharge) : sql`0`} as "in_charge", ${chosen(kind, "screen")} as "screen", ${chosen(kind, "mail")} as "mail",
      "u"."type" = 'admin' as "is_admin",
      exists (select 1 from ${userScopes} as "limit" where "limit"."company_id" = "u"."company_id" and "limit"."user_id" = "u"."id" and "u"."type" <> 'admin') as "is_limited"
    from ${users} as "u" where "u"."company_id" = ${db.companyId} and "u"."status" = 'active' ${named ?? sql``}
      ${needs ? sql`and "u"."service_type" in (${sql.raw((vocabulary.get(needs) ?? []).join(", "))})` : sql``}
      ${needs ? sql`and ${holds(needs)}` : sql``} limit ${sql.raw(String(MOST_PEOPLE))}) as "person"`;
}

/** A person who may be told of a kind. */
export type Reader = {
  id: string;
  isAdmin: boolean;
  /** They look after the devices they see. */
  isInCharge: boolean;
  /** The Locations they are limited to; null without a limit. */
  places: readonly string[] | null;
  teams: readonly string[];
};
type ReaderRow = { id: string; is_admin: 0 | 1; in_charge: 0 | 1; places: string; teams: string };

/**
 * Active people who may be told of a kind, as a statement; hand its rows to `readersOf`.
 * @param inCharge what those in charge hold; without it they are the kind's audience
 */
export const readerRows = (db: CompanyDb, kind: NoticeKind, inCharge?: Permission) => {
  return db.rows<ReaderRow>(sql`select "person"."id", "person"."is_admin", "person".${sql.raw(inCharge ? '"in_charge"' : '"is_audience"')} as "in_charge",
    case when "person"."is_limited" then (select json_group_array("scope"."department_id") from ${userScopes} as "scope"
      where "scope"."company_id" = ${db.companyId} and "scope"."user_id" = "person"."id") else 'null' end as "places",
    (select json_group_array("member"."team_id") from ${teamMembers} as "member"
      where "member"."company_id" = ${db.companyId} and "member"."user_id" = "person"."id") as "teams"
    from ${people(db, kind, null, inCharge)} where "person"."screen" <> 'off' or "person"."mail" <> 'off'`);
};
export const readersOf = (rows: readonly ReaderRow[]): Reader[] =>
  rows.map(({ id, is_admin, in_charge, places, teams }) => ({
    id,
    isAdmin: is_admin === 1,
    isInCharge: in_charge === 1,
    places: JSON.parse(places) as string[] | null,
    teams: JSON.parse(teams) as string[],
  }));

type Telling = [
  db: CompanyDb,
  origin: string,
  kind: NoticeKind,
  notices: readonly Notice[],
  now?: number,
];

/**
 * Tells people of things, as statements of the batch of the event: a notice on screen for each who should know, and the mails of those
 * who want them at once. Who was told before under the same key is not told again.
 */
export const notifying = (...[db, origin, kind, notices, now]: Telling): Statement[] =>
  tellingOf(
    { db, origin, kind, named: noticeKinds[kind].audience ? null : namedOnly(db, notices) },
    notices,
    now,
  );

/** Tells nobody but those whom the notices name, whoever the kind's audience is; otherwise as `notifying`. */
export const notifyingNamed = (...[db, origin, kind, notices, now]: Telling): Statement[] =>
  tellingOf({ db, origin, kind, named: namedOnly(db, notices) }, notices, now);

function tellingOf(
  {
    db,
    origin,
    kind,
    named,
  }: { db: CompanyDb; origin: string; kind: NoticeKind; named: SQL | null },
  notices: readonly Notice[],
  now = Date.now(),
): Statement[] {
  if (!notices.length) return [];
  const { severity } = noticeKinds[kind];
  const company = db.companyId;
  const at = sql`cast(${now} as integer)`;
  const told = JSON.stringify(
    notices.map((notice) => ({
      severity,
      ...notice,
      series: notice.series ?? null,
      userIds: notice.userIds?.filter(Boolean) ?? [],
      mail: noticeText(notice, origin),
    })),
  );
  const field = (name: string) => sql.raw(`"one"."value" ->> '${name}'`);
  const isNamed = sql`("person"."id" in (select "value" from json_each("one"."value" -> 'userIds'))
    or exists (select 1 from ${teamMembers} as "member" where "member"."company_id" = ${company} and "member"."user_id" = "person"."id"
      and "member"."team_id" = ${field("teamId")}))`;
  const inScope = sql`(not "person"."is_limited" or ${field("departmentId")} is null or exists (select 1 from ${userScopes} as "scope"
    where "scope"."company_id" = ${company} and "scope"."user_id" = "person"."id" and "scope"."department_id" = ${field("departmentId")}))`;
  const isOver = sql`exists (select 1 from ${notifications} as "done" where "done"."company_id" = ${company} and "done"."user_id" = "person"."id"
    and "done"."dedupe_key" >= ${field("series")} and "done"."dedupe_key" < ${field("series")} || '~' and "done"."acknowledged_at" is not null)`;
  return [
    db.run(sql`insert into ${notifications} ("company_id", "id", "created_at", "updated_at", "version", "user_id", "kind", "severity", "title", "body", "link",
        "entity_kind", "entity_id", "dedupe_key", "read_at", "mail_status")
      select ${company}, ${idsFrom(now)}, ${at}, ${at}, 1, "person"."id", ${kind}, ${field("severity")}, ${field("title")}, ${field("body")}, ${field("link")},
        ${field("entityKind")}, ${field("entityId")}, ${field("key")}, case when "person"."screen" = 'off' then ${at} end,
        case "person"."mail" when 'digest' then 'waiting' when 'now' then 'sent' else 'none' end
      from ${people(db, kind, named)} cross join json_each(${told}) as "one"
      where ("person"."is_audience" or ${isNamed}) and ("person"."screen" <> 'off' or "person"."mail" <> 'off') and ${inScope} and not ${isOver}
      on conflict ("company_id", "user_id", "dedupe_key") do nothing`),
    db.run(sql`insert into ${outbox} ("company_id", "id", "created_at", "updated_at", "version", "topic", "payload", "dedupe_key", "attempts", "next_at")
      select ${company}, ${idsFrom(now)}, ${at}, ${at}, 1, ${MAIL},
        json_object('to', "u"."email", 'subject', "note"."title", 'origin', ${origin}, 'text', 'Hello ' || replace("u"."name", char(10), ' ') || ',' || char(10, 10) || (${field("mail")})),
        'notice:' || "note"."id", 0, ${at}
      from json_each(${told}) as "one"
      cross join ${users} as "u" on "u"."company_id" = ${company} and "u"."status" = 'active' ${named ?? sql``}
      join ${notifications} as "note" on "note"."company_id" = ${company} and "note"."user_id" = "u"."id" and "note"."dedupe_key" = ${field("key")}
      where "note"."mail_status" = 'sent' and "note"."created_at" = ${at}
      on conflict ("company_id", "dedupe_key") do nothing`),
  ];
}
