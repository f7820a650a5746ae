import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Answer, Db, Statement } from "../../db/db.ts";
import type { PlatformPermission } from "../../permissions.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { AnySession, StaffSession } from "../../session.ts";
import { checked, word } from "../entity/fields.ts";

type OrderedTable = SQLiteTable & Record<"id" | "sort" | "version", SQLiteColumn>;
type Ordered = {
  table: OrderedTable;
  permission: PlatformPermission;
  /** The word of the log, and what people call the record. */
  name: string;
  noun: string;
  title: SQLiteColumn;
  /** Records are in order among those that agree in it. */
  among?: SQLiteColumn;
};

export const moveInput = z.strictObject({
  to: word("Direction", ["up", "down"], "Choose up or down"),
});

/** Puts a new record behind all others, in the batch that adds it. */
export const behindAll = (db: Db, table: OrderedTable, id: string): Statement =>
  db.run(
    sql`update ${table} set "sort" = (select coalesce(max("sort"), 0) + 1 from ${table}) where ${table.id} = ${id}`,
  );

/** The order of records that are shown one after another. */
export const ordering = ({ table, permission, name, noun, title, among }: Ordered) => {
  const row = { id: table.id, sort: table.sort, title };
  const own = (id: string, columns: SQL) =>
    sql`(select ${columns} from ${table} where "id" = ${id})`;

  /** The next one before or behind it, as a statement of a read. */
  const neighbour = (db: Db, id: string, to: "up" | "down") => {
    const isUp = to === "up";
    const place = sql`(${table.sort}, ${table.id}) ${isUp ? sql`<` : sql`>`} ${own(id, sql`"sort", "id"`)}`;
    const inGroup = among
      ? sql`${among} = ${own(id, sql.raw(`"${among.name}"`))} and ${place}`
      : place;
    return db
      .select(row)
      .from(table)
      .where(inGroup)
      .orderBy(
        ...(isUp
          ? [sql`${table.sort} desc`, sql`${table.id} desc`]
          : [sql`${table.sort}`, sql`${table.id}`]),
      )
      .limit(1);
  };

  return {
    /**
     * Lets a record change places with the one before or behind it.
     * @throws Response 403; 404; 409 at the end of the order, or when someone else has moved them
     */
    async move(session: AnySession, id: string, sent: unknown): Promise<Answer<{ id: string }>> {
      const db = (session as StaffSession).authorize(permission);
      const { to } = checked(moveInput, sent);
      const [[found], [other]] = await db.read(
        db.select(row).from(table).where(sql`${table.id} = ${id}`).limit(1),
        neighbour(db, id, to),
      );
      const it = found ?? notFound(noun);
      if (!other) return conflict(`It is the ${to === "up" ? "first" : "last"} already`);
      const still = (one: { id: unknown; sort: unknown }) =>
        db.exists(table, sql`${table.id} = ${one.id} and ${table.sort} = ${one.sort}`);
      return db.commit({
        writes: [
          db.assert("state", sql`${still(it)} and ${still(other)}`),
          // A form that is open on one of them is not out of date for that.
          db.run(
            sql`update ${table} set "sort" = iif("id" = ${it.id}, ${other.sort}, ${it.sort}) where "id" in (${it.id}, ${other.id})`,
          ),
        ],
        activity: {
          ...{ action: `move.${name}`, kind: name, id, label: String(it.title) },
          changes: [{ field: "order", from: it.sort, to: other.sort }],
        },
        answer: { status: 200, message: "Order saved", data: { id } },
      });
    },
  };
};
