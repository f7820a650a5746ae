import type { SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import type { z } from "zod";
import { type Changing, changingOf } from "../domain/changes/changed-since.ts";
import type { AnyEntity } from "../domain/entity/entity.ts";
import { type MergeVerbs, mergeInput } from "../domain/entity/merge.ts";
import { namedColumn } from "../domain/lists/more-columns.ts";
import type { Permission } from "../permissions.ts";
import type { AnySession } from "../session.ts";
import { data, done, page } from "./answers.ts";
import { type Call, callsOf } from "./call.ts";
import { type Api, member, staffMember } from "./door.ts";
import {
  amount,
  id,
  listQuery,
  object,
  oneOf,
  orNull,
  type Query,
  rowShape,
  type Schema,
  sampleId,
  text,
  whole,
} from "./shapes.ts";
import { wireName } from "./wire.ts";

export const state = { ...oneOf("active", "archived", "all"), default: "active" };
/** The value of a filter: a word or an id. */
export const filter: Schema = { ...text, maxLength: 100 };

/** Where an entity shows or accepts something else than its table and input say. */
type Variations = {
  /** Sorts and filters of its list, and the rows it shows. */
  list?: {
    sorts: readonly string[];
    filters: Query;
    row: Schema;
    /** What a page says besides its rows. */
    more?: Record<string, Schema>;
  };
  record?: Schema;
  /** The input of a change, where it differs from that of a creation. */
  change?: z.ZodType;
  /** Fields that are only accepted when a record is created. */
  onlyAtFirst?: readonly string[];
  /** What its list tells of changes, where its indexes do not say it. */
  changes?: Changing;
  /** What an example needs besides the required fields. */
  example?: Record<string, unknown>;
};

const isNaming = (key: string, column: SQL.Aliased) =>
  /(Name|Status)$/.test(key) || namedColumn(column) !== undefined;

/** The list's further columns: names of referenced records, and counts. */
const moreColumns = (more: Record<string, SQL.Aliased> = {}) =>
  Object.fromEntries(
    Object.entries(more).map(([key, column]) => [
      wireName(key),
      orNull(isNaming(key, column) ? text : key.endsWith("Minor") ? amount : whole),
    ]),
  );
const ordinaryList = ({ table, sorts = {}, filters = {}, more }: AnyEntity) => ({
  sorts: Object.keys(sorts),
  filters: {
    ...Object.fromEntries(Object.keys(filters).map((name) => [name, filter])),
    ...("archivedAt" in table ? { state } : {}),
  },
  row: rowShape(table, moreColumns(more)),
});

const callsFor = ({ label, table }: AnyEntity, host: "company" | "platform") =>
  callsOf({
    tag: label,
    host,
    of: table as SQLiteTable,
    who: (host === "company" ? member : staffMember) as (c: Context<Api>) => AnySession,
  });
type Needs = Record<"view" | "create" | "edit" | "delete", Permission>;

/** The two ends of an entity whose records are archived. */
const ends = {
  archive: "Archive: {label}; it is no longer offered, and what uses it keeps it",
  restore: "Restore: {label}; it is offered again",
} as const;
const endNames = Object.keys(ends) as (keyof typeof ends)[];

/** What an entity can do: the five verbs of every one, and archive, restore and merge where it has them. */
export function resourceCalls(
  path: string,
  resource: AnyEntity,
  host: "company" | "platform",
  variations: Variations = {},
): Call[] {
  const call = callsFor(resource, host);
  const { label, table, input } = resource;
  const needs = resource.permissions as Needs;
  const { sorts, filters, row, more } = variations.list ?? { ...ordinaryList(resource), more: {} };
  const sample = variations.example ? { example: variations.example } : {};
  return [
    call({
      get: `/${path}`,
      needs: needs.view,
      says: `List: ${label}`,
      query: listQuery(sorts, filters),
      ...(host === "company"
        ? { changes: variations.changes ?? changingOf(table as SQLiteTable) }
        : {}),
      answer: page(row, more),
      run: ({ session, query }) => resource.list(session, query),
    }),
    call({
      get: `/${path}/:id`,
      needs: needs.view,
      says: `Read: ${label}`,
      answer: data(variations.record ?? rowShape(table)),
      run: ({ session, id }) => resource.find(session, id),
    }),
    call({
      post: `/${path}`,
      needs: needs.create,
      says: `Add: ${label}`,
      input,
      ...sample,
      status: 201,
      run: ({ session, body }) => resource.create(session, body),
    }),
    call({
      put: `/${path}/:id`,
      needs: needs.edit,
      says: `Change: ${label}. Takes the whole record`,
      input: variations.change ?? input,
      isVersioned: true,
      omits: variations.onlyAtFirst ?? [],
      ...sample,
      run: ({ session, id, body }) => resource.update(session, id, body),
    }),
    ...("remove" in resource
      ? [
          call({
            delete: `/${path}/:id`,
            needs: needs.delete,
            says: `Delete: ${label}, when nothing uses it`,
            run: ({ session, id }) => resource.remove(session, id),
          }),
        ]
      : []),
    ...("archive" in resource ? endNames : []).map((verb) =>
      call({
        post: `/${path}/:id/${verb}`,
        needs: needs.edit,
        says: ends[verb].replace("{label}", label),
        run: ({ session, id }) => resource.archive(session, id, verb === "archive"),
      }),
    ),
    ...("merge" in resource
      ? [
          call({
            post: `/${path}/:id/merge`,
            needs: needs.edit,
            also: [needs.delete],
            says: `Merge: up to 200 of what uses it moves to \`into\`, and it is archived. Repeat while \`left\` is 1`,
            input: mergeInput,
            example: { into: sampleId },
            answer: done(object({ id, into: id, moved: whole, left: { ...whole, enum: [0, 1] } })),
            run: ({ session, id, body }) =>
              (resource as AnyEntity & MergeVerbs).merge(session, id, body),
          }),
        ]
      : []),
  ];
}
