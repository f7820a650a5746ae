import { and, isNull, sql } from "drizzle-orm";
import { cmcEntries as table } from "#drizzle/tenant/index.ts";
import type { Statement } from "../../db/db.ts";
import { cmcEntries } from "../calibration/cmc-entries.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { type Current, type ImportKind, oneBy } from "./kind.ts";
import { judgedByForm, kindOfEntity, lower } from "./resource-kind.ts";

const resource = cmcEntries as unknown as AnyEntity;
const keys = ["parameter", "unit", "rangeLo", "rangeHi"] as const;
/** Units differ by their case alone: mohm and Mohm. */
const keyOf = (row: Record<string, unknown>) =>
  [lower(row.parameter), row.unit, row.rangeLo, row.rangeHi, row.place ?? "permanent"].join("|");

/** Lines of the scope by parameter, unit, range and place. */
export const cmcKind: ImportKind = {
  ...kindOfEntity("cmc-entries", resource),
  keyFields: [...keys],
  key: (cell) =>
    sql`case when coalesce(${cell("parameter")}, '') <> '' then concat_ws('|', lower(${cell("parameter")}), ${cell("unit")}, ${cell("rangeLo")}, ${cell("rangeHi")}, coalesce(nullif(lower(${cell("place")}), ''), 'permanent')) end`,
  reads: (db, words) => [
    db
      .select()
      .from(table)
      .where(
        db.ofOwner(
          table,
          and(sql`${table.parameter} in (${words("parameter")})`, isNull(table.deletedAt)),
        ),
      ) as unknown as Statement,
  ],
  judge(judging, fields) {
    const [rows] = judging.facts as [Current[]];
    const current = oneBy(rows, keyOf, keyOf(fields)) ?? null;
    return judgedByForm(resource, judging, current, fields);
  },
};
