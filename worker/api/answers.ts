import type { Context } from "hono";
import { pick } from "#app/shared/pick.ts";
import type { Answer } from "../db/db.ts";
import { type Api, answered } from "./door.ts";
import { id, list, object, type Schema, text, truth } from "./shapes.ts";
import { shown } from "./wire.ts";

/** A kind of answer: its whole schema, and how what a call's work returns is sent. */
export type Kind<R> = {
  schema: () => Schema | "file";
  send: (c: Context<Api>, result: R) => Response;
};
type Lazy = Schema | (() => Schema);
const resolved = (schema: Lazy) => (typeof schema === "function" ? schema() : schema);

/** An answer with this data, and further fields beside it. */
export const answerShape = (data: Schema, more: Record<string, Schema> = {}): Schema =>
  object(
    { success: { ...truth, const: true }, message: text, data, ...more },
    { warnings: list(text) },
  );

const read = (c: Context<Api>, { data, ...more }: { data: unknown }) =>
  c.json({ success: true, message: "", data: shown(data), ...more });

/** What was read: a record, a list of rows, or anything of this shape. */
export const data = (schema: Lazy): Kind<unknown> => ({
  schema: () => answerShape(resolved(schema)),
  send: (c, result) => read(c, { data: result }),
});

/** What was read, with further fields beside it. */
export const dataWith = (
  schema: Schema,
  more: Record<string, Schema>,
): Kind<{ data: unknown; [name: string]: unknown }> => ({
  schema: () => answerShape(schema, more),
  send: read,
});

const next = {
  type: ["string", "null"],
  description: "Send it as `after` for the next page; null at the end",
};
/** A page of rows, and where the next one begins. @param more further fields of the result beside it */
export const page = (
  row: Schema,
  more: Record<string, Schema> = {},
): Kind<{ rows: readonly object[]; page: { next: string | null }; [name: string]: unknown }> => ({
  schema: () => answerShape(list(row), { next, ...more }),
  send: (c, { rows, page, ...result }) =>
    read(c, { data: rows, ...{ next: page.next }, ...pick(result, Object.keys(more)) }),
});

/** The answer of a command that returns this data. */
export const done = (schema: Schema): Kind<Answer> => ({
  schema: () => answerShape(schema),
  send: (c, answer) => answered(c, { ...answer, data: shown(answer.data) }),
});
/** The id of what a command created or changed. */
export const doneTo: Kind<Answer> = done(object({ id }));
/** The answer of a command that returns no data. */
export const doneAll: Kind<Answer> = done({ type: "null" });

/** An answer of a shape of its own. */
export const whole = (schema: Schema): Kind<object> => ({
  schema: () => schema,
  send: (c, result) => c.json(result),
});

/** A file, sent with its own headers. */
export const file: Kind<Response> = { schema: () => "file", send: (_, response) => response };
