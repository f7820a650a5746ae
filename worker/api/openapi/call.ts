import { id, list, object, type Schema, text, truth } from "./shapes.ts";

export type Host = "company" | "platform" | "both";
export type Query = Record<string, Schema>;
/** One call, by the method and path it is mounted under. */
export type Described = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below /api, with `:name` for a parameter. */
  path: string;
  tag: string;
  summary: string;
  host: Host;
  /** Anybody may call it, without a token. */
  isOpen?: boolean;
  /** The permission it asks for; of several, one is enough. */
  needs?: string;
  query?: Query;
  body?: Schema;
  form?: Schema;
  example?: Record<string, unknown>;
  status?: 200 | 201;
  /** The whole answer; a string is the media type of a file. */
  answer: Schema | "file";
  refusals?: number[];
};

/** An answer with this data, and with names of its own beside it. */
export const answer = (data: Schema, more: Record<string, Schema> = {}): Schema =>
  object(
    { success: { ...truth, const: true }, message: text, data, ...more },
    { warnings: list(text) },
  );

export const madeOrChanged = answer(object({ id }));

/** A page of rows, and where the next one begins. */
export const page = (row: Schema): Schema =>
  answer(list(row), {
    next: {
      type: ["string", "null"],
      description: "Send it as `after` for the next page; null at the end",
    },
  });

/** The query of a list. */
export const listQuery = (sorts: readonly string[], filters: Query, search = true): Query => ({
  ...(search
    ? { q: { ...text, maxLength: 200, description: "Beginnings of words, or a part of the name" } }
    : {}),
  sort: { type: "string", enum: sorts, default: sorts[0] },
  dir: { type: "string", enum: ["asc", "desc"] },
  size: { type: "integer", enum: [25, 50, 100], default: 25 },
  after: { ...text, description: "`next` of the page before" },
  before: { ...text, description: "Where the page after this one began" },
  ...filters,
});
