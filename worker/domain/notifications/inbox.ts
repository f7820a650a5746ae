import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { notifications } from "#drizzle/tenant/index.ts";
import type { Answer, Row } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { OwnDb } from "../../db/own-rows.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";

const table = notifications;
const DAY_MS = 86_400_000;
const LATEST = 8;

const { id, kind, severity, title, body, link, createdAt, readAt, acknowledgedAt } = table;
const brief = { id, severity, title, body, createdAt };
const shown = {
  ...brief,
  kind,
  link,
  readAt,
  acknowledgedAt,
  snoozeUntil: table.snoozeUntil,
};

const ofPerson = (db: OwnDb<"notices">, session: Session, where?: SQL) =>
  db.ofOwner(table, and(eq(table.userId, session.actor.userId), where));
const unread = isNull(table.readAt);

const states: Record<string, SQL | undefined> = {
  unread,
  snoozed: isNotNull(table.snoozeUntil),
  all: undefined,
};

/** A page of the person's own notices, newest first: those not yet read unless another state is asked for. */
export async function listNotices(session: Session, params: URLSearchParams) {
  const db = session.own("notices");
  const asked = askedOf(params, ["at"], ["state"], "desc");
  const query = { ...asked, q: "" };
  const slice = keyset(table.id, table.id, { ...query, dir: "desc" }, params);
  const state =
    entryOf(states, query.filters.state) ?? (query.filters.state === "all" ? undefined : unread);
  const [rows] = await db.read(
    db
      .select(shown)
      .from(table)
      .where(ofPerson(db, session, and(state, slice.where)))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  return { ...slice.page(rows, (row) => row.id, null), query, now: Date.now() };
}
export type NoticeRow = Awaited<ReturnType<typeof listNotices>>["rows"][number];

/** What the bell opens on: the newest that were not read. */
export async function latestNotices(session: Session) {
  const db = session.own("notices");
  const [rows] = await db.read(
    db
      .select(brief)
      .from(table)
      .where(ofPerson(db, session, unread))
      .orderBy(desc(table.id))
      .limit(LATEST),
  );
  return { rows, now: Date.now() };
}

type Mark = { message: string; set?: (now: number) => Partial<Row<typeof table>> };
const snoozed = (days: number) => (now: number) => ({ snoozeUntil: now + days * DAY_MS });
/** What ends a notice for now or for good. */
const marks = {
  read: { message: "Marked as read" },
  acknowledge: { message: "Acknowledged", set: (acknowledgedAt) => ({ acknowledgedAt }) },
  "snooze-day": { message: "Snoozed for a day", set: snoozed(1) },
  "snooze-week": { message: "Snoozed for a week", set: snoozed(7) },
} satisfies Record<string, Mark>;
export type NoticeMark = keyof typeof marks;
export const noticeMarks = Object.keys(marks) as NoticeMark[];

/** A notice that has ended is read, and no letter tells of it. */
const ended = ({ set }: Mark) => {
  const now = Date.now();
  const mailStatus = sql`case when ${table.mailStatus} = 'waiting' then 'none' else ${table.mailStatus} end`;
  return { readAt: now, snoozeUntil: null, mailStatus, ...set?.(now) };
};

/**
 * Marks one of the person's own notices. An acknowledged one ends its reminders.
 * @returns its link
 * @throws Response 402 while the company is suspended, 404 for another's notice, or an unknown mark
 */
export async function markNotice(
  session: Session,
  name: string,
  noticeId: string,
): Promise<Answer<{ link: string | null }>> {
  const mark = entryOf<Mark>(marks, name) ?? notFound("action");
  const db = session.ownWork("notices");
  const link = await linkOf(db, session, noticeId);
  return db.commit({
    writes: [
      db.updating(
        table,
        and(eq(table.id, noticeId), eq(table.userId, session.actor.userId))!,
        ended(mark),
      ),
    ],
    activity: [],
    answer: { status: 200, message: mark.message, data: { link } },
  });
}

/** Where a notice points; following it marks it as read, but in a suspended company. @throws Response 404 for another's notice */
export async function openNotice(session: Session, noticeId: string): Promise<string | null> {
  if (session.isReadOnly) return linkOf(session.own("notices"), session, noticeId);
  return (await markNotice(session, "read", noticeId)).data.link;
}

async function linkOf(
  db: OwnDb<"notices">,
  session: Session,
  noticeId: string,
): Promise<string | null> {
  const [[found]] = await db.read(
    db
      .select({ link: table.link })
      .from(table)
      .where(ofPerson(db, session, eq(table.id, noticeId)))
      .limit(1),
  );
  return (found ?? notFound("notification")).link;
}

/** Marks all of the person's notices as read. */
export function markAllRead(session: Session): Promise<Answer<null>> {
  const db = session.ownWork("notices");
  return db.commit({
    writes: [
      db.updating(table, and(eq(table.userId, session.actor.userId), unread)!, ended(marks.read)),
    ],
    activity: [],
    answer: { status: 200, message: "All marked as read", data: null },
  });
}
