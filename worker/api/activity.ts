import { activityLog } from "#drizzle/tenant/index.ts";
import { listActivity } from "../domain/activity/list.ts";
import type { ActivityRow } from "../domain/activity/rows.ts";
import { dataWith } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import {
  columnsShape,
  day,
  id,
  instant,
  list,
  listQuery,
  object,
  orNull,
  text,
  whole,
} from "./shapes.ts";
import { toWire, wireName } from "./wire.ts";

/** A row of the log as the wire shows it; a category's own field keeps the name people gave it. */
const entryToWire = ({ departmentId: _, changes, ...row }: ActivityRow) => ({
  ...toWire(row),
  changes: changes.map(({ field, from, to }) => {
    const named = (value: unknown) => Object.values(toWire({ [field]: value }))[0];
    return field.includes(":")
      ? { field, from, to }
      : { field: wireName(field), from: named(from), to: named(to) };
  }),
});

const shown =
  "id at actorKind actorId actorName via action entityKind entityId entityLabel assetId reason ip";
const entry = columnsShape(activityLog, shown, {
  changes: list(object({ field: text, from: {}, to: {} })),
  request_id: text,
  seq: { ...orNull(whole), description: "The number under which it is sealed; null until then" },
});
const calendarDay = { ...day, description: "A day of the company's calendar" };

/** What happened in the company. */
export const activityCalls: Call[] = [
  companyCalls({ tag: "Activity log" })({
    get: "/activity-logs",
    says: "What happened, newest first: an Admin sees all, others what they did and what was done to records they may view",
    query: listQuery(["at"], {
      person: { ...id, description: "Who did it" },
      action: { ...text, description: "The first word of the action, such as update" },
      kind: { ...text, description: "The kind of record, such as asset" },
      asset: { ...id, description: "The asset it is about" },
      from: calendarDay,
      to: calendarDay,
    }),
    answer: dataWith(list(entry), {
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
    run: async ({ session, query }) => {
      const { rows, page, lookedBackTo } = await listActivity(session, query);
      const looked_back_to = lookedBackTo === null ? null : new Date(lookedBackTo).toISOString();
      return { data: rows.map(entryToWire), next: page.next, looked_back_to };
    },
  }),
];
