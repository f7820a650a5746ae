import type { Change } from "#drizzle/both.ts";
import { activityLog } from "#drizzle/tenant/index.ts";
import { listActivity } from "../domain/activity/list.ts";
import type { LoggedRow } from "../domain/activity/rows.ts";
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
  type Schema,
  text,
  whole,
} from "./shapes.ts";
import { toWire, wireName } from "./wire.ts";

type Changed = { changes: readonly Change[] };
/** A row of the log as the wire shows it; a category's own field keeps the name people gave it. */
export const entryToWire = ({ changes, ...row }: Omit<LoggedRow, "changes"> & Changed) => ({
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
/** An entry of a log: columns of its table, with what was changed and its seal. */
export const entryShape = <T extends object>(
  table: T,
  columns: string,
  more: Record<string, Schema> = {},
) =>
  columnsShape(table, columns.split(" "), {
    changes: list(object({ field: text, from: {}, to: {} })),
    request_id: text,
    seq: { ...orNull(whole), description: "The number under which it is sealed; null until then" },
    ...more,
  });
/** How a look back through a log goes on. */
export const lookedBackShape: Record<string, Schema> = {
  next: {
    type: ["string", "null"],
    description:
      "Send it as `after` to look further back; null at the end. A page may hold few rows, or none, before it",
  },
  looked_back_to: {
    ...orNull(instant),
    description: "Where the look for a rare thing stopped",
  },
};
export const lookedBackToWire = ({
  page,
  lookedBackTo,
}: {
  page: { next: string | null };
  lookedBackTo: number | null;
}) => ({
  next: page.next,
  looked_back_to: lookedBackTo === null ? null : new Date(lookedBackTo).toISOString(),
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
    answer: dataWith(list(entryShape(activityLog, shown)), lookedBackShape),
    run: async ({ session, query }) => {
      const { rows, ...found } = await listActivity(session, query);
      const entries = rows.map(({ departmentId: _, ...row }) => entryToWire(row));
      return { data: entries, ...lookedBackToWire(found) };
    },
  }),
];
