import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { notificationPreferences as table } from "#drizzle/tenant/index.ts";
import { noticeModes } from "#drizzle/tenant/notices.ts";
import type { Answer } from "../../db/db.ts";
import type { OwnDb } from "../../db/own-rows.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { kindNames, type NoticeKind, noticeKinds } from "./kinds.ts";

const channels = ["screen", "mail"] as const;
type Channel = (typeof channels)[number];
/** The form's field of a kind and channel: `screen_stock_low`. */
export const preferenceField = (kind: NoticeKind, channel: Channel) =>
  `${channel}_${kind.replace(".", "_")}`;

/** Kinds that people choose; what Admins have to be told is none of them. */
export const chosenKinds = kindNames.filter((kind) => noticeKinds[kind].audience !== "admins");

/** Those of them that may reach this person. */
const kindsOf = (session: Session) =>
  chosenKinds.filter((kind) => {
    const { needs } = noticeKinds[kind];
    return session.serviceType !== 1 && (!needs || session.can(needs));
  });

const stored = (db: OwnDb<"preferences">, session: Session) =>
  db
    .select({ kind: table.kind, channel: table.channel, mode: table.mode })
    .from(table)
    .where(db.ofOwner(table, eq(table.userId, session.actor.userId)))
    .limit(100);

/** Each way in which some kinds may reach a person. */
const waysOf = (kinds: readonly NoticeKind[]) =>
  kinds.flatMap((kind) =>
    channels.map((channel) => ({ kind, channel, field: preferenceField(kind, channel) })),
  );

/** What people call the fields of the form, and so of the log. */
export const preferenceLabels: Readonly<Record<string, string>> = Object.fromEntries(
  waysOf(chosenKinds).map(({ kind, channel, field }) => [
    field,
    channel === "mail"
      ? `${noticeKinds[kind].label} by mail`
      : `${noticeKinds[kind].label} on screen`,
  ]),
);

const valuesOf = (
  kinds: readonly NoticeKind[],
  rows: { kind: string; channel: string; mode: string }[],
) =>
  Object.fromEntries(
    waysOf(kinds).map(({ kind, channel, field }) => {
      const set = rows.find((row) => row.kind === kind && row.channel === channel);
      return [field, set?.mode ?? noticeKinds[kind][channel]];
    }),
  );

/** What reaches the person, and how. */
export async function readPreferences(session: Session) {
  const db = session.own("preferences");
  const kinds = kindsOf(session);
  const [rows] = await db.read(stored(db, session));
  return {
    kinds: kinds.map((kind) => ({
      kind,
      label: noticeKinds[kind].label,
      about: noticeKinds[kind].about,
      screen: preferenceField(kind, "screen"),
      mail: preferenceField(kind, "mail"),
    })),
    values: valuesOf(kinds, rows),
    digest: settingOf(session.company, "digest"),
    email: session.actor.email,
  };
}

const modes: Record<Channel, z.ZodType<string>> = {
  screen: z.enum(["now", "off"], "Choose how"),
  mail: z.enum(noticeModes, "Choose how"),
};
/** How each of these kinds reaches a person. */
const inputFor = (kinds: readonly NoticeKind[]) =>
  z.strictObject(
    Object.fromEntries(waysOf(kinds).map(({ channel, field }) => [field, modes[channel]])),
  );
/** Every field there is; a person sends those of the kinds that may reach them. */
export const preferencesInput = inputFor(chosenKinds).partial();

/** Saves how every kind reaches the person. @throws Response 402 while the company is suspended, 422 */
export async function savePreferences(session: Session, input: unknown): Promise<Answer<null>> {
  const db = session.ownWork("preferences");
  const kinds = kindsOf(session);
  const after = checked(inputFor(kinds), input);
  const [before] = await db.read(stored(db, session));
  const rows = waysOf(kinds).map(({ kind, channel, field }) => [
    newId(),
    kind,
    channel,
    after[field],
  ]);
  const { userId, name } = session.actor;
  const at = sql`cast(${Date.now()} as integer)`;
  return db.commit({
    writes: [
      db.run(sql`insert into ${table} ("company_id", "id", "created_at", "created_by", "updated_at", "version", "user_id", "kind", "channel", "mode")
        select ${db.companyId}, "row"."value" ->> 0, ${at}, ${userId}, ${at}, 1, ${userId}, "row"."value" ->> 1, "row"."value" ->> 2, "row"."value" ->> 3
        from json_each(${JSON.stringify(rows)}) as "row" where true
        on conflict ("company_id", "user_id", "kind", "channel") do update set "mode" = excluded."mode", "version" = "version" + 1, "updated_at" = excluded."updated_at"`),
    ],
    activity: {
      action: "update.preferences",
      kind: "user",
      id: userId,
      label: name,
      changes: changesBetween(valuesOf(kinds, before), after),
    },
    answer: { status: 200, message: "Preferences saved", data: null },
  });
}
