import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { filled, flag, inCompany, nocase, oneOf, owned, ownedKey } from "../columns.ts";
import { teams, users } from "./people.ts";

export const severities = ["info", "warning", "critical"] as const;
export const noticeChannels = ["screen", "mail"] as const;
export const noticeModes = ["now", "digest", "off"] as const;

/** What a person should know: one for each kind, record, due date and lead. */
export const notifications = sqliteTable(
  "notifications",
  {
    ...owned,
    userId: text().notNull(),
    kind: text().notNull(),
    severity: text({ enum: severities }).notNull().default("info"),
    title: text().notNull(),
    body: text(),
    link: text(),
    entityKind: text(),
    entityId: text(),
    dedupeKey: text().notNull(),
    readAt: integer(),
    acknowledgedAt: integer(),
    snoozeUntil: integer(),
    mailStatus: text({ enum: ["none", "waiting", "sent"] })
      .notNull()
      .default("none"),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    uniqueIndex("notifications_dedupe_key").on(t.companyId, t.userId, t.dedupeKey),
    index("notifications_newest").on(t.companyId, t.userId, t.id),
    index("notifications_unread").on(t.companyId, t.userId, t.id).where(sql`read_at is null`),
    index("notifications_snoozed")
      .on(t.companyId, t.userId, t.snoozeUntil)
      .where(filled(t.snoozeUntil)),
    index("notifications_to_wake").on(t.companyId, t.snoozeUntil).where(filled(t.snoozeUntil)),
    index("notifications_for_digest")
      .on(t.companyId, t.userId, t.id)
      .where(sql`mail_status = 'waiting'`),
    oneOf("notifications_severity_known", t.severity, severities),
  ],
);

/** How a person wants to hear of a kind; without a row the kind's own default holds. */
export const notificationPreferences = sqliteTable(
  "notification_preferences",
  {
    ...owned,
    userId: text().notNull(),
    kind: text().notNull(),
    channel: text({ enum: noticeChannels }).notNull(),
    mode: text({ enum: noticeModes }).notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    uniqueIndex("notification_preferences_one").on(t.companyId, t.userId, t.kind, t.channel),
    oneOf("notification_preferences_channel_known", t.channel, noticeChannels),
    oneOf("notification_preferences_mode_known", t.mode, noticeModes),
  ],
);

/** A list with its filters, sort and columns under a name; a shared one is offered to everybody who may open the screen. */
export const savedViews = sqliteTable(
  "saved_views",
  {
    ...owned,
    userId: text().notNull(),
    screen: text().notNull(),
    name: nocase().notNull(),
    query: text().notNull(),
    isShared: flag(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    uniqueIndex("saved_views_name").on(t.companyId, t.userId, t.screen, t.name),
    index("saved_views_shared").on(t.companyId, t.screen, t.name).where(sql`is_shared = 1`),
  ],
);

/** A link by which a calendar program reads what falls due for a person, or for a team of theirs. Only the hash of its secret is stored. */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    ...owned,
    userId: text().notNull(),
    teamId: text(),
    name: text().notNull(),
    tokenHash: text().notNull(),
    revokedAt: integer(),
    lastReadAt: integer(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    inCompany(t, t.teamId, () => teams),
    uniqueIndex("calendar_feeds_token_hash").on(t.companyId, t.tokenHash),
    index("calendar_feeds_by_user").on(t.companyId, t.userId, t.id),
    index("calendar_feeds_by_team").on(t.companyId, t.teamId).where(filled(t.teamId)),
  ],
);
