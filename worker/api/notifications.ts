import { notifications } from "#drizzle/tenant/index.ts";
import {
  listNotices,
  markAllRead,
  markNotice,
  type NoticeMark,
  noticeMarks,
} from "../domain/notifications/inbox.ts";
import { kindNames } from "../domain/notifications/kinds.ts";
import {
  preferencesInput,
  readPreferences,
  savePreferences,
} from "../domain/notifications/preferences.ts";
import { digests } from "../domain/settings/vocabulary.ts";
import { data, dataWith, done, doneAll } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import {
  columnsShape,
  inputShape,
  instant,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  text,
  whole,
} from "./shapes.ts";

const call = companyCalls({ tag: "Notification", of: notifications });

const notice = columnsShape(
  notifications,
  "id kind severity title body link createdAt readAt acknowledgedAt",
  { kind: oneOf(...kindNames), snooze_until: orNull(instant) },
);
const marks: Record<NoticeMark, string> = {
  read: "Mark a notification as read",
  acknowledge: "Acknowledge a notification: nothing reminds of it again",
  "snooze-day": "Put a notification off for a day",
  "snooze-week": "Put a notification off for a week",
};
/** Preferences of all kinds; an answer holds only those that can reach the person. */
const everyPreference = Object.fromEntries(
  Object.keys(preferencesInput.shape).map((name) => [name, "now"]),
);

/** A person's own notifications, and what reaches them. */
export const notificationCalls: Call[] = [
  call({
    get: "/notifications",
    says: "The caller's own notifications, newest first",
    query: listQuery(
      ["at"],
      { state: { ...oneOf("unread", "snoozed", "all"), default: "unread" } },
      false,
    ),
    answer: dataWith(list(notice), {
      next: { type: ["string", "null"] },
      unread: { ...whole, description: "How many are unread, up to ten" },
    }),
    run: async ({ session, query }) => {
      const { rows, page } = await listNotices(session, query);
      return { data: rows, next: page.next, unread: session.actor.unread };
    },
  }),
  ...noticeMarks.map((mark) =>
    call({
      post: `/notifications/:id/${mark}`,
      says: marks[mark],
      refuses: [],
      answer: done(object({ link: orNull(text) })),
      run: ({ session, id }) => markNotice(session, mark, id),
    }),
  ),
  call({
    post: "/notifications/read-all",
    says: "Mark all of them as read",
    refuses: [],
    answer: doneAll,
    run: ({ session }) => markAllRead(session),
  }),
  call({
    get: "/notifications/preferences",
    says: "What reaches the caller, on screen and by mail",
    answer: data(() =>
      object({
        kinds: list(object({ kind: oneOf(...kindNames), label: text, about: text })),
        preferences: inputShape(preferencesInput),
        digest: oneOf(...digests),
        email: text,
      }),
    ),
    run: async ({ session }) => {
      const { kinds, values, digest, email } = await readPreferences(session);
      const shown = kinds.map(({ kind, label, about }) => ({ kind, label, about }));
      return { kinds: shown, preferences: values, digest, email };
    },
  }),
  call({
    put: "/notifications/preferences",
    says: "Set what reaches the caller: the whole of what was read",
    input: preferencesInput,
    example: everyPreference,
    refuses: [],
    answer: doneAll,
    run: ({ session, body }) => savePreferences(session, body),
  }),
];
