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
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Row } from "../../db/db.ts";
import type { StoredFile } from "../../files/store.ts";
import { conflict, forbidden, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "./fields.ts";
import { batchOf } from "./flow-batch.ts";
import {
  type Definition,
  type Done,
  type FlowTable,
  inputOf,
  type Made,
  type MoveInput,
  type Moves,
  type Values,
  type Work,
} from "./flow-work.ts";
import { overtaken } from "./overtaken.ts";

/** One machine of states on a table: each move is authorised, checked, written, counted and logged here, once. */
export function flow<T extends FlowTable, const S extends string, M extends Moves<Row<T>, S>>(
  definition: Definition<T, S, M>,
) {
  type Name = Made<M>;
  type Stored = Row<T> & { id: string; version: number };
  const { name, label, noun, table, column, rules, events, assetOf = () => null } = definition;
  const ownerOf = definition.ownerOf ?? assetOf;
  const works = definition.moves as Record<string, Work<T>>;
  const ruleOf = (move: string): Rule<Row<T>, S> => rules.moves[move]!;
  const asks = asksOf(rules);
  const inputs: Record<string, MoveInput> = Object.fromEntries(
    Object.entries(works).map(([move, { fields }]) => [move, inputOf(fields, ruleOf(move))]),
  );

  /** The person as the rules know one; plain data, also for the browser. */
  const moverOf = (session: Session): Mover => ({
    ...(session instanceof Guest ? { id: null, link: session.link } : { id: session.actor.userId }),
    isAdmin: session.type === "Admin",
    permissions: asks.permissions.filter((permission) => session.may(permission)),
    settings: Object.fromEntries(
      asks.settings.map((key) => [key, session.company.settings[key] ?? null]),
    ),
    now: Date.now(),
  });

  /** Opens the database by the move's permission, the lesser one of people named in the record, or its link. */
  function opened(session: Session, { by, orBy = {}, byLink }: Rule<Row<T>, S>): CompanyDb {
    if (session instanceof Guest) return byLink ? session.db : forbidden();
    const all = [by, ...Object.values<string | undefined>(orBy)].flatMap((one) => one ?? []);
    const held = all.find((permission) => session.may(permission)) ?? all[0] ?? forbidden();
    return session.authorize(held as "edit-asset");
  }

  /** What stands in the way of somebody: colleagues see the record as it is, and who was first. */
  const refuseMove = (
    session: Session,
    db: CompanyDb,
    row: Stored,
    why: string | null,
  ): Promise<never> | never =>
    session instanceof Guest
      ? conflict(why ?? "It was changed meanwhile. See how it stands now.")
      : overtaken(db, row, assetOf(row), why);

  return {
    name,
    label,
    table,
    column,
    rules,
    events,
    inputs,
    works,
    moverOf,
    isMove: (word: string): word is Name => Object.hasOwn(works, word),
    /** The moves that have a call, each possible or with why it is not. A move that is a page of its own has none. */
    movesOf: (session: Session, row: Row<T>): Offer[] =>
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
      session: Session,
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
      const today = dayIn(session.company.timeZone, at);
      const reads = work.reads?.(db, id, values, today) ?? [];
      const [[first], ...others] = await db.read(db.byId(table, id), ...reads);
      const row = (first as Stored | undefined) ?? notFound(noun);
      if (within !== undefined && ownerOf(row) !== within) notFound(noun);
      const no = refusalOf(rules, move, row, mover);
      if (no?.status === 403) forbidden(no.message ?? undefined);
      const isOld = version !== undefined && version !== "" && Number(version) !== row.version;
      if (isOld || no) return refuseMove(session, db, row, no?.message ?? null);

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
        return await db.commit({
          ...batch,
          answer: { status: 200, message, data: { id, ...data } },
        });
      } catch (refusal) {
        if (!isRefusal(refusal, 409)) throw refusal;
        const [[newer]] = await db.read(db.byId(table, id));
        const now = (newer as Stored | undefined) ?? notFound(noun);
        if (now.version === row.version) {
          await done.explain?.();
          throw refusal;
        }
        return refuseMove(session, db, now, whyNot(rules, move, now, mover));
      }
    },
  };
}

/** Any flow, for code that works on all of them. */
export type AnyFlow = {
  name: string;
  label: string;
  table: SQLiteTable;
  column: string | null;
  rules: Rules<object, string, Record<string, Rule<object, string>>>;
  events?: { table: SQLiteTable; of: string } | undefined;
  inputs: Record<string, MoveInput>;
  works: Record<string, Pick<Work<FlowTable>, "summary" | "example" | "stamp">>;
  move(
    session: Session,
    id: string,
    move: string,
    sent: Values,
    within?: string,
    files?: readonly StoredFile[],
  ): Promise<Answer<{ id: string }>>;
};
