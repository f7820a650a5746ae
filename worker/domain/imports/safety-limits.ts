import { and, isNull, sql } from "drizzle-orm";
import { quantityCode } from "#app/shared/calibration/safety-words.ts";
import { safetyLimits as table } from "#drizzle/tenant/index.ts";
import type { Statement } from "../../db/db.ts";
import { safetyLimits } from "../calibration/safety-limits.ts";
import { type Looked, rivalOf, rivalWords } from "../calibration/safety-rivals.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { type Current, type ImportKind, oneBy, type Values } from "./kind.ts";
import { judgedByForm, kindOfEntity, lower } from "./resource-kind.ts";

const resource = safetyLimits as unknown as AnyEntity;
/** What tells a limit from the others of the company. */
const telling = [
  ...(["standard", "edition", "quantity", "equipmentClass"] as const),
  ...(["appliedPart", "method", "condition"] as const),
];
const keyOf = (row: Values) =>
  telling
    .map((field) =>
      lower(field === "quantity" ? quantityCode(String(row[field] ?? "")) : row[field]),
    )
    .join("|");

/** Limits by all that they say of the device and the test; none may contradict another. */
export const safetyLimitKind: ImportKind = {
  ...kindOfEntity("safety-limits", resource),
  keyFields: [...telling],
  key: (cell) =>
    sql`case when coalesce(${cell("standard")}, '') <> '' and coalesce(${cell("quantity")}, '') <> ''
      then lower(${sql.join(
        telling.map((field) => sql`coalesce(${cell(field)}, '')`),
        sql` || '|' || `,
      )}) end`,
  reads: (db, words) => [
    db
      .select()
      .from(table)
      .where(
        db.ofOwner(
          table,
          and(sql`${table.standard} in (${words("standard")})`, isNull(table.deletedAt)),
        ),
      ) as unknown as Statement,
  ],
  judge(judging, fields) {
    const [rows] = judging.facts as [(Current & Looked)[]];
    const current = oneBy(rows, keyOf, keyOf(fields)) ?? null;
    const judged = judgedByForm(resource, judging, current, fields);
    if ("errors" in judged || current?.archivedAt) return judged;
    const said = { ...(judged.values as Omit<Looked, "id">), id: current?.id ?? "" };
    const earlier = (judging.memory.get("limits") ?? []) as Looked[];
    const counting = rows.filter(({ archivedAt }) => archivedAt === null);
    const rival = rivalOf([...counting, ...earlier], said);
    if (rival) return { errors: { quantity: [rivalWords(rival)] } };
    judging.memory.set("limits", [...earlier, { ...said, id: said.id || keyOf(said) }]);
    return judged;
  },
};
