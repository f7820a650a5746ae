import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { dayIn } from "#app/shared/company-time.ts";
import {
  asksOf,
  type Mover,
  movesOf,
  type Offer,
  type Rule,
  type Rules,
  refusalOf,
  whyNot,
} from "#app/shared/flows/rules.ts";
import { Guest } from "../../auth/guest.ts";
import type { Activity, Answer, Row, Statement } from "../../db/db.ts";
import type { StoredFile } from "../../files/store.ts";
import type { Permission, PlatformPermission } from "../../permissions.ts";
import { conflict, forbidden, isRefusal, notFound } from "../../refusals.ts";
import { type AnySession, Session } from "../../session.ts";
import { checked } from "./fields.ts";
import { batchOf } from "./flow-batch.ts";
import {
  type Definition,
  type Done,
  type Fields,
  type FlowTable,
  inputOf,
  type Made,
  type MoveInput,
  type Moves,
  type OfCompany,
  type OfPlatform,
  type Side,
  type Values,
  type Work,
} from "./flow-work.ts";
import { overtaken, overtakenOnPlatform } from "./overtaken.ts";

/** How the records of a side are reached. */
type Reach<X extends Side> = {
  /** The settings that rules look at, by their keys. */
  settings(session: X["session"]): Readonly<Record<string, unknown>>;
  /** Whether moves by a permission are worth offering. */
  offers(session: X["session"], permission: string): boolean;
  /** The calendar day of an instant, YYYY-MM-DD. */
  dayAt(session: X["session"], at: number): string;
  /** Opens the handle by one of the permissions that a move may be made by. @throws Response 403 */
  open(session: X["session"], permissions: readonly string[], byLink: boolean): X["db"];
  /** Refuses what is impossible now. @throws Response 409 with the record as it is, and who was first, where they may know */
  overtaken(
    session: X["session"],
    db: X["db"],
    row: { id: string },
    assetId: string | null,
    why: string | null,
  ): Promise<never> | never;
};

const ofCompany: Reach<OfCompany> = {
  settings: ({ company }) => company.settings,
  offers: (session, permission) => session.can(permission as Permission),
  dayAt: ({ company }, at) => dayIn(company.timeZone, at),
  open(session, permissions, byLink) {
    if (session instanceof Guest) return byLink ? session.db : forbidden();
    const held = permissions.find((one) => session.may(one)) ?? permissions[0] ?? forbidden();
    return session.authorize(held as "edit-asset");
  },
  overtaken: (session, db, row, assetId, why) =>
    session instanceof Guest
      ? conflict(why ?? "It was changed meanwhile. See how it stands now.")
      : overtaken(db, row, assetId, why),
};

const ofPlatform: Reach<OfPlatform> = {
  settings: () => ({}),
  /** What a company has with the platform stays open to it while it only reads its own. */
  offers: (session, permission) => session.may(permission),
  /** The platform has no place: its day is the seller's, which the work reads where it matters. */
  dayAt: (session, at) => dayIn(session instanceof Session ? session.company.timeZone : "UTC", at),
  open(session, permissions) {
    const held = permissions.find((one) => session.may(one)) ?? forbidden();
    return session instanceof Session
      ? session.asCustomer(held as Permission)
      : session.authorize(held as PlatformPermission);
  },
  overtaken: (session, db, row, _, why) =>
    session instanceof Session
      ? conflict(why ?? "Someone else changed this record", { newer: row })
      : overtakenOnPlatform(db, row, why),
};

/** A machine of states on a table of the company: each move is authorised, checked, written, counted and logged here, once. */
export const flow = <T extends FlowTable, const S extends string, M extends Moves<Row<T>, S>>(
  definition: Definition<T, S, M>,
) => machine(definition, ofCompany);

/** The same on a table of what companies have with the platform, whose records its staff and the company's people move. */
export const platformFlow = <
  T extends FlowTable,
  const S extends string,
  M extends Moves<Row<T>, S, OfPlatform>,
>(
  definition: Definition<T, S, M, OfPlatform>,
) => machine(definition, ofPlatform);

function machine<
  T extends FlowTable,
  const S extends string,
  M extends Moves<Row<T>, S, X>,
  X extends Side,
>(definition: Definition<T, S, M, X>, reach: Reach<X>) {
  type Name = Made<M>;
  type Stored = Row<T> & { id: string; version: number };
  const { name, label, noun, table, column, rules, events, assetOf = () => null } = definition;
  const ownerOf = definition.ownerOf ?? assetOf;
  const works = definition.moves as unknown as Record<
    string,
    Work<T, Fields, readonly Statement[], X>
  >;
  const ruleOf = (move: string): Rule<Row<T>, S> => rules.moves[move]!;
  const asks = asksOf(rules);
  const inputs: Record<string, MoveInput> = Object.fromEntries(
    Object.entries(works).map(([move, { fields }]) => [move, inputOf(fields, ruleOf(move))]),
  );

  /** The person as the rules know one; plain data, also for the browser. */
  function moverOf(session: X["session"]): Mover {
    const settings = reach.settings(session);
    return {
      ...(session instanceof Guest
        ? { id: null, link: session.link }
        : { id: session.actor.userId }),
      isAdmin: session.type === "Admin",
      permissions: asks.permissions.filter((permission) => reach.offers(session, permission)),
      settings: Object.fromEntries(asks.settings.map((key) => [key, settings[key] ?? null])),
      now: Date.now(),
    };
  }

  /** Opens the database by the move's permission, the lesser one of people named in the record, or its link. */
  function opened(session: X["session"], { by, orBy = {}, byLink }: Rule<Row<T>, S>): X["db"] {
    const all = [by, ...Object.values<string | undefined>(orBy)].flatMap((one) => one ?? []);
    return reach.open(session, all, byLink !== undefined);
  }

  /** A record as its handle reads it, as a statement; none that the person does not see. */
  function rowQuery(session: X["session"], db: X["db"], id: string) {
    const seen = definition.seen?.(session);
    return db.byId(table, id, seen);
  }

  return {
    name,
    label,
    table,
    column,
    rules,
    events,
    seen: definition.seen,
    inputs,
    works,
    moverOf,
    isMove: (word: string): word is Name => Object.hasOwn(works, word),
    /** The moves that have a call, each possible or with why it is not. A move that is a page of its own has none. */
    movesOf: (session: X["session"], row: Row<T>): Offer[] =>
      movesOf(rules, row, moverOf(session)).filter(({ move }) => Object.hasOwn(works, move)),

    /**
     * Makes one move of a record, as one batch.
     * @param sent the move's fields, and `version` where the form was opened with one
     * @param within the asset, or other owner, that the record must belong to, where the caller names one
     * @param files what came with the form, stored already
     * @param besides activity rows of the record in whose form it was made
     * @throws Response 403; 404; 409 when its state does not allow it or somebody was first, with who; 422
     */
    async move(
      session: X["session"],
      id: string,
      move: Name,
      { version, ...sent }: Values,
      within?: string,
      files: readonly StoredFile[] = [],
      besides: readonly Activity[] = [],
    ): Promise<Answer<{ id: string }>> {
      const rule = ruleOf(move);
      const work = works[move]!;
      const mover = moverOf(session);
      const db = opened(session, rule);
      if (rule.isAdminOnly && !mover.isAdmin) forbidden();
      const values = checked(inputs[move]!, sent);
      const at = Date.now();
      const today = reach.dayAt(session, at);
      const reads = work.reads?.(db, id, values, today) ?? [];
      const [[first], ...others] = await db.read(rowQuery(session, db, id), ...reads);
      const row = (first as Stored | undefined) ?? notFound(noun);
      if (within !== undefined && ownerOf(row) !== within) notFound(noun);
      const no = refusalOf(rules, move, row, mover);
      if (no?.status === 403) forbidden(no.message ?? undefined);
      const isOld = version !== undefined && version !== "" && Number(version) !== row.version;
      if (isOld || no) return reach.overtaken(session, db, row, assetOf(row), no?.message ?? null);

      const reason = (values.reason as string | null | undefined) ?? null;
      const done: Done<T> =
        (await work.run?.({
          ...{ db, session, before: row, values: { ...values, reason }, read: others as never },
          ...{ today, at, files },
        })) ?? {};
      const also = [...(done.also ?? []), ...besides];
      const batch = batchOf(definition, { db, session, move, row, reason, at }, { ...done, also });
      const { message = work.message, data } = done;
      try {
        const answer = await db.commit({
          ...batch,
          answer: { status: 200, message, data: { id, ...data } },
        });
        done.after?.();
        return answer;
      } catch (refusal) {
        if (!isRefusal(refusal, 409)) throw refusal;
        const [[newer]] = await db.read(rowQuery(session, db, id));
        const now = (newer as Stored | undefined) ?? notFound(noun);
        if (now.version === row.version) {
          await done.explain?.();
          throw refusal;
        }
        return reach.overtaken(session, db, now, assetOf(now), whyNot(rules, move, now, mover));
      }
    },
  };
}

/** Any machine, for code that works on all of them. */
export type AnyFlow<S extends AnySession = Session> = {
  name: string;
  label: string;
  table: SQLiteTable;
  column: string | null;
  rules: Rules<object, string, Record<string, Rule<object, string>>>;
  events?: { table: SQLiteTable; of: string } | undefined;
  inputs: Record<string, MoveInput>;
  works: Record<string, Pick<Work<FlowTable>, "summary" | "example" | "stamp">>;
  move(
    session: S,
    id: string,
    move: string,
    sent: Values,
    within?: string,
    files?: readonly StoredFile[],
  ): Promise<Answer<{ id: string }>>;
};
