import type { NoticeMark } from "../../domain/notifications/inbox.ts";
import { kindNames } from "../../domain/notifications/kinds.ts";
import { preferenceField } from "../../domain/notifications/preferences.ts";
import { inputOf, sectionLabels } from "../../domain/settings/save.ts";
import { digests } from "../../domain/settings/vocabulary.ts";
import { answer, type Described, listQuery } from "./call.ts";
import {
  id,
  inputShape,
  instant,
  leastOf,
  list,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  truth,
  whole,
} from "./shapes.ts";

const log = { tag: "Activity log", host: "company" } as const;
const settings = { tag: "Settings", host: "company" } as const;
const notices = { tag: "Notification", host: "company" } as const;
const version = {
  ...whole,
  description: "The version that was read; 409 when the section has moved on",
};
const day: Schema = { ...text, format: "date", description: "A day of the company's calendar" };

const entry = object({
  id,
  at: instant,
  actor_kind: oneOf("user", "staff", "system", "public"),
  actor_id: orNull(id),
  actor_name: text,
  via: oneOf("web", "api", "qr", "import", "system"),
  action: text,
  entity_kind: text,
  entity_id: text,
  entity_label: text,
  asset_id: orNull(id),
  changes: list(object({ field: text, from: {}, to: {} })),
  reason: orNull(text),
  ip: orNull(text),
  request_id: text,
  seq: { ...orNull(whole), description: "The number under which it is sealed; null until then" },
});

/** A section as its call takes it. */
const sectionShape = (name: string): Schema => inputShape(inputOf(name));
const shownSection = (name: string): Schema => {
  const { properties, required = [], ...rest } = sectionShape(name);
  return {
    ...rest,
    properties: { ...properties, version: whole },
    required: [...required, "version"],
  };
};
const saveSection = (name: string, label: string): Described => {
  const shape = sectionShape(name);
  return {
    ...settings,
    method: "PUT",
    path: `/settings/${name}`,
    summary: `Save the section ${label}: the whole of it`,
    needs: "edit-settings",
    body: { ...shape, properties: { ...shape.properties, version } },
    example: examples[name] ?? leastOf(shape),
    answer: answer(object({ version: whole })),
    refusals: [409],
  };
};
const examples: Record<string, Record<string, unknown>> = {
  company: {
    name: "Hill Hospital",
    time_zone: "Asia/Kolkata",
    currency: "INR",
    date_format: "DD MMM YYYY",
    fiscal_year_start: "04",
  },
  security: { session_idle_minutes: 30 },
  reminders: { reminder_days: "30, 15, 7, 1", digest: "daily" },
};

const preferenceShapes = Object.fromEntries(
  kindNames.flatMap((kind): [string, Schema][] => [
    [preferenceField(kind, "screen"), oneOf("now", "off")],
    [preferenceField(kind, "mail"), oneOf("now", "digest", "off")],
  ]),
);
/** Of the kinds that may reach the person; those alone are sent back. */
const preferences = object({}, preferenceShapes);
const marks: Record<NoticeMark, string> = {
  read: "Mark a notification as read",
  acknowledge: "Acknowledge a notification: nothing reminds of it again",
  "snooze-day": "Put a notification off for a day",
  "snooze-week": "Put a notification off for a week",
};
const command = (path: string, summary: string, data: Schema): Described => ({
  ...notices,
  method: "POST",
  path,
  summary,
  body: object({}),
  example: {},
  answer: answer(data),
});

export const recordDescriptions = (): Described[] => [
  {
    ...log,
    method: "GET",
    path: "/activity-logs",
    summary:
      "What happened, newest first: an Admin sees all, others what they did and what was done to records they may view",
    query: listQuery(["at"], {
      person: { ...id, description: "Who did it" },
      action: { ...text, description: "The first word of the action, such as update" },
      kind: { ...text, description: "The kind of record, such as asset" },
      asset: { ...id, description: "The asset it is about" },
      from: day,
      to: day,
    }),
    answer: answer(list(entry), {
      next: {
        type: ["string", "null"],
        description:
          "Send it as `after` to look further back; null at the end. A page may hold few rows, or none, before it",
      },
      looked_back_to: {
        ...orNull(instant),
        description: "Where the look for a rare thing stopped",
      },
    }),
  },
  {
    ...settings,
    method: "GET",
    path: "/settings",
    summary:
      "How the company works with Plumbline, by section; each is saved with the version it shows",
    needs: "view-settings",
    answer: answer(
      object({
        company: object({
          country: text,
          host: text,
          logo: orNull(id),
          has_amounts: {
            ...truth,
            description: "The currency is fixed: an amount was entered in it",
          },
        }),
        sections: object(
          Object.fromEntries(Object.keys(sectionLabels).map((name) => [name, shownSection(name)])),
        ),
      }),
    ),
  },
  ...Object.entries(sectionLabels).map(([name, label]) => saveSection(name, label)),
  {
    ...settings,
    method: "POST",
    path: "/settings/logo",
    summary:
      "Set the company's logo, in the place of the one before. It is read at /api/media/{id}",
    needs: "edit-settings",
    form: object({
      logo: { ...text, format: "binary", description: "A jpg or png of at most 2 MB" },
    }),
    answer: answer({ type: "null" }),
    refusals: [409, 413, 503],
  },
  {
    ...settings,
    method: "DELETE",
    path: "/settings/logo",
    summary: "Take the company's logo away",
    needs: "edit-settings",
    answer: answer({ type: "null" }),
  },
  {
    ...notices,
    method: "GET",
    path: "/notifications",
    summary: "The caller's own notifications, newest first",
    query: listQuery(
      ["at"],
      { state: { ...oneOf("unread", "snoozed", "all"), default: "unread" } },
      false,
    ),
    answer: answer(
      list(
        object({
          id,
          kind: oneOf(...kindNames),
          severity: oneOf("info", "warning", "critical"),
          title: text,
          body: orNull(text),
          link: orNull(text),
          created_at: instant,
          read_at: orNull(instant),
          acknowledged_at: orNull(instant),
          snooze_until: orNull(instant),
        }),
      ),
      {
        next: { type: ["string", "null"] },
        unread: { ...whole, description: "How many are unread, up to ten" },
      },
    ),
  },
  ...Object.entries(marks).map(([mark, summary]) =>
    command(`/notifications/:id/${mark}`, summary, object({ link: orNull(text) })),
  ),
  command("/notifications/read-all", "Mark all of them as read", { type: "null" }),
  {
    ...notices,
    method: "GET",
    path: "/notifications/preferences",
    summary: "What reaches the caller, on screen and by mail",
    answer: answer(
      object({
        kinds: list(object({ kind: oneOf(...kindNames), label: text, about: text })),
        preferences,
        digest: oneOf(...digests),
        email: text,
      }),
    ),
  },
  {
    ...notices,
    method: "PUT",
    path: "/notifications/preferences",
    summary: "Set what reaches the caller: the whole of what was read",
    body: preferences,
    example: Object.fromEntries(Object.keys(preferenceShapes).map((name) => [name, "now"])),
    answer: answer({ type: "null" }),
  },
];
