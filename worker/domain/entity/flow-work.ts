import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Rule, Rules } from "#app/shared/flows/rules.ts";
import type { Change } from "#drizzle/both.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Db, Results, Row, Statement, Table } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { StoredFile } from "../../files/store.ts";
import type { Permission, PlatformPermission } from "../../permissions.ts";
import type { AnySession, Session } from "../../session.ts";
import type { NoticeKind } from "../notifications/kinds.ts";
import type { Notice } from "../notifications/notify.ts";
import { multiline, optionalMultiline } from "./fields.ts";

/** A table whose rows move through states: each change raises the version. */
export type FlowTable = Table & { version: SQLiteColumn; deletedAt?: SQLiteColumn };
export type Values = Record<string, unknown>;
export type Fields = Record<string, z.ZodType>;
type None = Record<never, never>;
type Sent<F extends Fields> = z.output<z.ZodObject<F>>;

/** Whose a machine of states is: who moves its records, through which handle, by which permissions. */
export type Side = { db: Db; session: AnySession; permission: string };
/** A machine of a company's own records. */
export type OfCompany = { db: CompanyDb; session: Session; permission: Permission };
/** A machine of what companies have with the platform: its staff and the company's own people move its records. */
export type OfPlatform = {
  db: PlatformDb;
  session: AnySession;
  permission: Permission | PlatformPermission;
};

/** What the work of a move is given. */
export type Given<
  T extends SQLiteTable,
  F extends Fields,
  Q extends readonly Statement[],
  X extends Side = OfCompany,
> = {
  db: X["db"];
  session: X["session"];
  /** The row as it was read. */
  before: Row<T>;
  values: Sent<F> & { reason: string | null };
  /** What the statements of `reads` answered, in their order. */
  read: Results<Q>;
  /** The company's calendar day, YYYY-MM-DD. */
  today: string;
  /** The instant of the move, in epoch milliseconds. */
  at: number;
  /** Files that came with its form, stored already; a move that keeps none is given none. */
  files: readonly StoredFile[];
};

/** What a move does besides changing the state. */
export type Done<T extends SQLiteTable> = {
  /** New values of the row. */
  set?: Partial<Row<T>>;
  /** The state it leads to, where the rules name several. */
  to?: string;
  /** Further statements of the batch, after the row's own change. */
  writes?: Statement[];
  /** Puts statements around the row's own change, such as those that count by what changes. */
  around?: (update: Statement) => Statement[];
  /** The note of the event row; absent: the reason. */
  note?: string | null;
  /** Further columns of the event row. */
  event?: Values;
  /** Values the activity row compares besides, or instead of those of the row: names for ids. */
  log?: { before: Values; after: Values };
  /** The changes of the activity row, where they are not those of the row's values. */
  changes?: Change[];
  /** Activity rows of other records that move along. */
  also?: Activity[];
  /** People who are told, on screen and by mail. */
  notices?: readonly [kind: NoticeKind, notices: readonly Notice[]];
  /** Says why the batch was refused when the record itself was not the cause. @throws Response 409 */
  explain?: () => Promise<void>;
  /** What follows once it is written, in this isolate alone. */
  after?: () => void;
  /** More of the answer's data. */
  data?: Values;
  /** What the person is told instead of the move's own message. */
  message?: string;
};

/** The server's half of a move. */
export type Work<
  T extends SQLiteTable,
  F extends Fields = Fields,
  Q extends readonly Statement[] = readonly Statement[],
  X extends Side = OfCompany,
> = {
  /** What its form sends besides the reason, which the rule asks for. */
  fields?: F;
  /** A word: "approved" sets `approvedBy` and `approvedAt`, where the table has them. */
  stamp?: string;
  /** What it must know besides the row, read in the same trip. */
  reads?(db: X["db"], id: string, values: Sent<F>, today: string): Q;
  /** @throws Response 409 or 422 for what only the server can know */
  run?(given: Given<T, F, Q, X>): Done<T> | Promise<Done<T>>;
  /** The message of its answer. */
  message: string;
  /** What it does, for the description of the API. */
  summary: string;
  /** A body as the wire names it, for the description of the API. */
  example: Values;
};

/** A move's work on the rows of a table, with its fields and reads typed from what is given. */
export const workOn =
  <T extends SQLiteTable, X extends Side = OfCompany>() =>
  <F extends Fields = None, const Q extends readonly Statement[] = readonly []>(
    work: Work<T, F, Q, X>,
  ): Work<T, Fields, readonly Statement[], X> =>
    work as Work<T, never, never, X> as Work<T, Fields, readonly Statement[], X>;

const reasons = {
  required: { reason: multiline("Reason", 500) },
  optional: { reason: optionalMultiline(500, "Note") },
};

/** The strict input of a move: its own fields, and the reason as its rule asks for it. */
export const inputOf = (
  fields: Fields | undefined,
  { reason }: Pick<Rule<object, string>, "reason">,
) => z.strictObject({ ...fields, ...(reason ? reasons[reason] : {}) });
export type MoveInput = ReturnType<typeof inputOf>;

export type Moves<R, S extends string, X extends Side = OfCompany> = Record<
  string,
  Rule<R, S> & { by: X["permission"] | null }
>;
/** The moves with work of their own; the others come with another record's move, or have a page. */
export type Made<M> = {
  [N in keyof M & string]: M[N] extends { by: null; orBy?: never } | { page: unknown } ? never : N;
}[keyof M & string];

/** A machine of states on a table. */
export type Definition<
  T extends FlowTable,
  S extends string,
  M extends Moves<Row<T>, S, X>,
  X extends Side = OfCompany,
> = {
  /** The word of activity rows: "breakdown". */
  name: string;
  /** The heading of its calls in the description of the API. */
  label: string;
  /** The thing as a refusal names it: "This call was not found". */
  noun: string;
  table: T;
  /** The column that holds the state; null where it is derived and the work sets what it is derived from. */
  column: (keyof Row<T> & string) | null;
  rules: Rules<Row<T>, S, M>;
  /** Append-only rows of what happened, and their column that names the record. */
  events?: { table: SQLiteTable; of: string };
  /** How the log names a record. */
  title(row: Row<T>): string;
  /** Which of the rows that its handle reads somebody sees, where not all of them. */
  seen?(session: X["session"]): SQL | undefined;
  /** The asset whose history has the record's moves. */
  assetOf?(row: Row<T>): string | null;
  /** What an address may say a record belongs to, where that is not its asset. */
  ownerOf?(row: Row<T>): string | null;
  /** Values as the activity row names them. */
  logged?(values: Values): Values;
  /** The counters that count a record as it is: a move takes it from those it leaves to those it enters. */
  counters?(row: Row<T>): readonly string[];
  moves: { [N in Made<M>]: Work<T, Fields, readonly Statement[], X> };
};
