import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Activity, Db, Row, Statement } from "../../db/db.ts";
import { living } from "../../db/predicates.ts";
import type { More } from "../lists/list-rows.ts";
import { unindexing } from "../search/search.ts";
import { changesBetween } from "./changes.ts";
import { dayOf } from "./day-of.ts";
import type { Change, Definition, factsOf } from "./definition.ts";
import { assertUsable, type EntityTable, type Reference, type Stored } from "./references.ts";
import { searchRow } from "./search-rows.ts";
import { usedBy } from "./used-by.ts";
import { assertUnreferenced, usesOf } from "./uses.ts";

type Values = Record<string, unknown>;

/** A row's part of a batch. */
export type Prepared = { writes: Statement[]; activity: Activity };

/** What a row of an entity adds to a batch when it is added, changed or deleted. */
export function preparing<T extends EntityTable, S extends z.ZodType, M extends More>(
  { stored, also, always, search }: Definition<T, S, M>,
  {
    table,
    name,
    search: kind,
    titleColumn,
  }: Pick<ReturnType<typeof factsOf>, "name" | "search" | "titleColumn"> & { table: T },
  references: Record<string, Reference>,
) {
  const settled = (db: Db, values: z.output<S>, before: Row<T> | null): Values => ({
    ...(values as Values),
    ...stored?.(values, before, dayOf(db)),
  });

  /** The entry in the log: "create", "archive" and so on. */
  const logged = (verb: string, id: string, row: Row<T>, from?: Values, to?: Values): Activity => ({
    action: `${verb}.${name}`,
    kind: name,
    id,
    label: String((row as Values)[titleColumn.name]),
    // What belongs to an asset is in that asset's history.
    ...("assetId" in row ? { assetId: row.assetId as string | null } : {}),
    ...(from && to ? { changes: changesBetween(from, to) } : {}),
  });

  /** What follows a change of the row: its search row, then the entity's own statements. */
  function following(db: Db, change: Change<T, S>): Statement[] {
    const { id, values, gone } = change;
    const searchRows = !search
      ? []
      : gone
        ? [unindexing(db, id)]
        : values
          ? searchRow(db, kind, search, id, values as Values)
          : [];
    return [...searchRows, ...(always?.(db, change) ?? [])];
  }

  return {
    logged,
    following,

    /** What one new row adds to a batch: its statements in order, and its entry in the log. */
    adding(db: Db, id: string, sent: Values): Prepared {
      const values = settled(db, sent as z.output<S>, null);
      const writes = [
        ...assertUsable(db, references, values, null),
        ...(also?.(db, id, values as z.output<S>, null) ?? []),
        db.inserting(table, { ...values, id }),
        ...following(db, { id, values: values as z.output<S>, before: null }),
      ];
      return { writes, activity: logged("create", id, values as Row<T>, {}, values) };
    },

    /** What a changed row adds to a batch, which stops unless the row is still as it was read. */
    changing(db: Db, before: Row<T>, sent: Values): Prepared {
      const values = settled(db, sent as z.output<S>, before);
      const { id } = before as Stored<T>;
      const writes = [
        db.assertUnchanged(table, before as Stored<T>),
        ...assertUsable(db, references, values, before as Values),
        ...(also?.(db, id, values as z.output<S>, before) ?? []),
        db.updating(table, eq(table.id, id), values),
        ...following(db, { id, values: values as z.output<S>, before }),
      ];
      return { writes, activity: logged("update", id, values as Row<T>, before as Values, values) };
    },

    /** What a deletion adds to a batch, which stops when anything uses the row. */
    removing(db: Db, before: Row<T>): Prepared {
      const { id } = before as Stored<T>;
      const gone = living(table)
        ? db.updating(table, eq(table.id, id), { deletedAt: Date.now() })
        : db.removing(table, eq(table.id, id));
      const writes = [
        ...assertUnreferenced(db, usesOf(usedBy(table), id)),
        gone,
        ...following(db, { id, values: null, before, gone: true }),
      ];
      return { writes, activity: logged("delete", id, before) };
    },
  };
}
