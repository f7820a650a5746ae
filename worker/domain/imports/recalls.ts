import { and, isNull, sql } from "drizzle-orm";
import { recalls as table } from "#drizzle/tenant/index.ts";
import type { Statement } from "../../db/db.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { recalls } from "../recalls/recalls.ts";
import { type Current, type ImportKind, oneBy } from "./kind.ts";
import { judgedByForm, kindOfEntity, lower } from "./resource-kind.ts";

const resource = recalls as unknown as AnyEntity;
const keyOf = (source: unknown, number: unknown) => `${lower(source)}|${lower(number)}`;

/** Recalls by who gave the notice and its number there. */
export const recallKind: ImportKind = {
  ...kindOfEntity("recalls", resource),
  keyFields: ["source", "number"],
  key: (cell) =>
    sql`case when coalesce(${cell("source")}, '') <> '' and coalesce(${cell("number")}, '') <> ''
      then lower(concat_ws('|', ${cell("source")}, ${cell("number")})) end`,
  reads: (db, words) => [
    db
      .select()
      .from(table)
      .where(
        db.ofOwner(
          table,
          and(sql`${table.number} in (${words("number")})`, isNull(table.deletedAt)),
        ),
      ) as unknown as Statement,
  ],
  judge(judging, fields) {
    const [rows] = judging.facts as [Current[]];
    const wanted = keyOf(fields.source, fields.number);
    const current = oneBy(rows, (row) => keyOf(row.source, row.number), wanted) ?? null;
    return judgedByForm(resource, judging, current, fields);
  },
};
