import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row, Statement } from "../../db/db.ts";
import type { Permission } from "../../permissions.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { changeAssets } from "../assets/move-all.ts";
import { edges, wordOf } from "./edges.ts";
import { checked, id as idOf } from "./fields.ts";
import { type Following, followersOf, type Rule } from "./followers.ts";
import type { Noun } from "./nouns.ts";
import type { MasterTable } from "./references.ts";
import { countOf, type UsedBy } from "./uses.ts";
import { wholeCompany } from "./whole-company.ts";

/** So many rows follow in one batch. */
const CHUNK = 200;

type Mergeable<T extends MasterTable> = {
  name: string;
  label: string;
  noun: Noun;
  table: T;
  permissions: { edit: string; delete: string };
  titleOf: (row: Row<T>) => string;
};
type Merging<T extends MasterTable> = {
  /** What of a device changes, where that is more than what it points to. */
  change?: (db: CompanyDb, source: Row<T>, target: Row<T>) => Record<string, unknown>;
  rules?: readonly Rule[];
  /** Columns that `before` and `after` see to. */
  besides?: readonly SQLiteColumn[];
  /** What must be there in the target before devices come. May be repeated. */
  before?: (db: CompanyDb, source: Row<T>, target: Row<T>) => Statement[];
  /** What goes with the source. May be repeated. */
  after?: (db: CompanyDb, source: Row<T>, target: Row<T>) => Statement[];
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
  { change, rules = [], besides = [], before, after }: Merging<T> = {},
) {
  const devices = edges.find((edge) => edge.table === assets && edge.target === table)?.column;
  let followers: Following[] | undefined;
  const follow = () => {
    followers ??= followersOf(table, devices ? [devices, ...besides] : besides, rules);
    return followers;
  };
  const living = (db: CompanyDb, id: string) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(
        db.ofOwner(
          table,
          and(
            eq(table.id, id),
            isNull((table as unknown as { deletedAt: SQLiteColumn }).deletedAt),
          ),
        ),
      )
      .limit(1);
  const inSource = (id: string) =>
    devices ? and(eq(devices, id), isNull(assets.deletedAt))! : sql`0`;
  const following = ({ column, where }: Following, id: string, target: string) =>
    and(eq(column, id), where?.(target))!;
  const counting = (db: CompanyDb, source: string, target: string, most: number) =>
    follow().map((rows) =>
      db
        .select({ n: sql<number>`count(*)`.as("n") })
        .from(
          sql`(select 1 from ${rows.table} where ${db.ofOwner(rows.table, following(rows, source, target))} limit ${sql.raw(String(most))})`,
        ),
    );
  const open = (session: AnySession) => {
    (session as Session).authorize(permissions.edit as Permission);
    const db = (session as Session).authorize(permissions.delete as Permission) as CompanyDb;
    wholeCompany(db);
    return db;
  };

  return {
    /** What would move, counted to a thousand. */
    async mergePreview(session: AnySession, id: string): Promise<UsedBy[]> {
      const db = open(session);
      const [[source], [held], ...counts] = await db.read(
        living(db, id),
        db
          .select({ n: sql<number>`count(*)`.as("n") })
          .from(
            sql`(select 1 from ${assets} where ${db.ofOwner(assets, inSource(id))} limit 1001)`,
          ),
        ...counting(db, id, "", 1001),
      );
      if (!source) return notFound(noun[0]);
      const found = [
        { n: held?.n ?? 0, things: "assets" },
        ...follow().map(({ things }, at) => ({ n: counts[at]?.[0]?.n ?? 0, things })),
      ];
      return found
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
      const [[from], [to], held, ...counts] = await db.read(
        living(db, id),
        living(db, into),
        db
          .select({ id: assets.id })
          .from(assets)
          .where(db.ofOwner(assets, inSource(id)))
          .limit(CHUNK + 1),
        ...counting(db, id, into, CHUNK + 1),
      );
      if (!from || !to) return (await db.firstAnswer<Merged>()) ?? notFound(noun[0]);
      const [source, target] = [
        from as Row<T> & { archivedAt: number | null },
        to as Row<T> & { archivedAt: number | null },
      ];
      if (target.archivedAt) invalid({ into: [`${label} is archived or was deleted`] });

      let room = CHUNK;
      const take = (found: number) => {
        const taken = Math.min(room, found);
        room -= taken;
        return taken;
      };
      const ids = (held as { id: string }[]).slice(0, take(held.length)).map((row) => row.id);
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
      const isThere = (row: string) =>
        and(
          eq(table.id, row),
          isNull((table as unknown as { deletedAt: SQLiteColumn }).deletedAt),
        )!;
      const writes = [
        ...holds,
        db.assert("state", db.exists(table, isThere(id))),
        db.assert(
          "usable_reference",
          db.exists(table, and(isThere(into), isNull(table.archivedAt))!),
        ),
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
        if (refusal instanceof Response && refusal.status === 422)
          conflict(`${is} was archived meanwhile`);
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
  return [
    ...(pair
      ? [
          db.removing(
            table,
            and(
              where,
              sql`${pair} in (select ${pair} from ${table} where ${db.ofOwner(table, eq(column, into))})`,
            )!,
          ),
        ]
      : []),
    db.updating(table, some, { [column.name]: into }),
  ];
}
