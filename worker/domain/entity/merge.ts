import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { MOST_COUNTED } from "#app/shared/numbers.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row, Statement } from "../../db/db.ts";
import { living } from "../../db/predicates.ts";
import { conflict, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { AnySession } from "../../session.ts";
import { changeAssets } from "../assets/move-all.ts";
import { edges, wordOf } from "./edges.ts";
import { opened } from "./entity.ts";
import { checked, id as idOf } from "./fields.ts";
import { type Following, followersOf, type Rule } from "./followers.ts";
import type { Noun } from "./nouns.ts";
import { assertOffered, type MasterTable, type Stored } from "./references.ts";
import { countOf, type UsedBy } from "./uses.ts";
import { wholeCompany } from "./whole-company.ts";

/** How many rows follow in one batch. */
const CHUNK = 200;

type Mergeable<T extends MasterTable> = {
  name: string;
  label: string;
  noun: Noun;
  table: T;
  permissions: { edit: string; delete: string };
  titleOf: (row: Row<T>) => string;
};
type Archivable<T extends MasterTable> = Stored<T> & { archivedAt: number | null };
type Merging<T extends MasterTable> = {
  /** Further values of a device that change with the record it points to. */
  change?: (db: CompanyDb, source: Row<T>, target: Row<T>) => Record<string, unknown>;
  rules?: readonly Rule[];
  /** Columns that `before` and `after` take care of. */
  besides?: readonly SQLiteColumn[];
  /** Prepares the target before devices move. May run again. */
  before?: (db: CompanyDb, source: Row<T>, target: Row<T>) => Statement[];
  /** Cleans up the source. May run again. */
  after?: (db: CompanyDb, source: Row<T>, target: Row<T>) => Statement[];
  /** What must hold of both: a statement of the same read, and what refuses by its rows. @throws Response 409 */
  proof?: {
    reading: (db: CompanyDb, source: string, target: string) => Statement;
    refuse: (rows: unknown) => void;
  };
};

export type Merged = {
  id: string;
  into: string;
  moved: number /** 1 while rows wait for the next call. */;
  left: number;
};
export const mergeInput = z.strictObject({ into: idOf("Choose what to merge it into") });

/** The verbs that move all that uses one record to another and archive the first. */
export function merging<T extends MasterTable>(
  { name, label, noun, table, permissions, titleOf }: Mergeable<T>,
  { change, rules = [], besides = [], before, after, proof }: Merging<T> = {},
) {
  const devices = edges.find((edge) => edge.table === assets && edge.target === table)?.column;
  let followers: Following[] | undefined;
  const follow = () => {
    followers ??= followersOf(table, devices ? [devices, ...besides] : besides, rules);
    return followers;
  };
  const inSource = (id: string) =>
    devices ? and(eq(devices, id), isNull(assets.deletedAt))! : sql`0`;
  const following = ({ column, where }: Following, id: string, target: string) =>
    and(eq(column, id), where?.(target))!;
  const countingFollowers = (db: CompanyDb, source: string, target: string, most: number) =>
    follow().map((rows) => db.counting(rows.table, following(rows, source, target), most));
  const open = (session: AnySession) => {
    opened(session, permissions.edit);
    const db = opened(session, permissions.delete) as CompanyDb;
    wholeCompany(db);
    return db;
  };

  return {
    /** What would move, counted up to a thousand. */
    async mergePreview(session: AnySession, id: string): Promise<UsedBy[]> {
      const db = open(session);
      const [[source], [held], ...counts] = await db.read(
        db.byId(table, id),
        db.counting(assets, inSource(id), MOST_COUNTED + 1),
        ...countingFollowers(db, id, "", MOST_COUNTED + 1),
      );
      if (!source) return notFound(noun[0]);
      const uses = [
        { n: held?.n ?? 0, things: "assets" },
        ...follow().map(({ things }, at) => ({ n: counts[at]?.[0]?.n ?? 0, things })),
      ];
      return uses
        .filter(({ n }) => n > 0)
        .map(({ n, things }) => ({ text: countOf(n, things), href: null }));
    },

    /**
     * Moves up to 200 rows from one record to another, and archives the first. Repeated until nothing is left; what is moved stays moved.
     * @param holds asserts of a verb by hand, first in the batch
     * @throws Response 404, 422 when the target may not be chosen
     */
    async merge(
      session: AnySession,
      id: string,
      input: unknown,
      holds: readonly Statement[] = [],
    ): Promise<Answer<Merged>> {
      const db = open(session);
      const { into } = checked(mergeInput, input);
      if (into === id) invalid({ into: [`Choose another ${label.toLowerCase()}`] });
      const counting = countingFollowers(db, id, into, CHUNK + 1);
      const [[from], [to], held, ...others] = await db.read(
        db.byId(table, id),
        db.byId(table, into),
        db
          .select({ id: assets.id })
          .from(assets)
          .where(db.ofOwner(assets, inSource(id)))
          .limit(CHUNK + 1),
        ...counting,
        ...(proof ? [proof.reading(db, id, into)] : []),
      );
      if (!from || !to) return (await db.firstAnswer<Merged>()) ?? notFound(noun[0]);
      const counts = others.slice(0, counting.length) as { n: number }[][];
      proof?.refuse(others.at(-1));
      const [source, target] = [from as Archivable<T>, to as Archivable<T>];
      if (target.archivedAt) invalid({ into: [`${label} is archived or was deleted`] });

      let room = CHUNK;
      const take = (present: number) => {
        const taken = Math.min(room, present);
        room -= taken;
        return taken;
      };
      const ids = held.slice(0, take(held.length)).map((row) => row.id);
      const taken = follow()
        .map((rows, at) => ({ rows, n: take(counts[at]?.[0]?.n ?? 0) }))
        .filter(({ n }) => n > 0);
      const moved = ids.length + taken.reduce((sum, { n }) => sum + n, 0);
      const [was, is] = [titleOf(source), titleOf(target)];
      const changes = [
        { field: "mergedInto", from: was, to: is },
        ...(ids.length ? [{ field: "assets", from: null, to: ids.length }] : []),
        ...taken.map(({ rows, n }) => ({ field: rows.things, from: null, to: n })),
      ];
      const writes = [
        ...holds,
        db.assert("state", db.exists(table, and(eq(table.id, id), living(table))!)),
        assertOffered(db, table, into),
        ...(source.archivedAt
          ? []
          : [db.updating(table, eq(table.id, id), { archivedAt: Date.now() })]),
        ...(before?.(db, source, target) ?? []),
        ...(devices
          ? changeAssets(db, ids, change?.(db, source, target) ?? { [devices.name]: into }, {
              changes: [{ field: wordOf(devices), from: was, to: is }],
              reason: `${was} was merged into ${is}`,
            })
          : []),
        ...taken.flatMap(({ rows, n }) => moving(db, rows, following(rows, id, into), into, n)),
        ...(after?.(db, source, target) ?? []),
      ];
      const anyLeft = sql.join(
        [
          db.exists(assets, inSource(id)),
          ...follow().map((rows) => db.exists(rows.table, following(rows, id, into))),
        ],
        sql` or `,
      );
      const log = (row: string, shown: string) => ({
        action: `merge.${name}`,
        kind: name,
        id: row,
        label: shown,
        changes,
      });
      try {
        return await db.commit<Merged>({
          writes,
          activity: [log(id, was), log(into, is)],
          answer: {
            status: 200,
            message: `${was} is merged into ${is}`,
            data: { id, into, moved, left: 0 },
          },
          assigned: () => db.rows(sql`select (${anyLeft}) as "left"`),
        });
      } catch (refusal) {
        if (isRefusal(refusal, 422)) conflict(`${is} was archived meanwhile`);
        throw refusal;
      }
    },
  };
}

/** The verbs of a merge. */
export type MergeVerbs = ReturnType<typeof merging>;

function moving(
  db: CompanyDb,
  { table, column, pair }: Following,
  where: SQL,
  into: string,
  most: number,
): Statement[] {
  const some = sql`${table.id} in (select "id" from ${table} where ${db.ofOwner(table, where)} limit ${sql.raw(String(most))})`;
  const follow = db.updating(table, some, { [column.name]: into });
  if (!pair) return [follow];
  const doubled = sql`${pair} in (select ${pair} from ${table} where ${db.ofOwner(table, eq(column, into))})`;
  return [db.removing(table, and(where, doubled)!), follow];
}
