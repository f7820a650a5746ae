import { and, eq, isNull, sql } from "drizzle-orm";
import { limitName } from "#app/shared/calibration/safety-words.ts";
import { ambiguousRows, type SafetyLimit } from "#app/shared/metrology/safety-limits.ts";
import { safetyLimits as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { invalid } from "../../refusals.ts";

type LimitRow = Row<typeof table>;
/** What the look-up sees of a limit. */
export type Looked = Pick<
  LimitRow,
  | "id"
  | "standard"
  | "edition"
  | "equipmentClass"
  | "appliedPart"
  | "method"
  | "condition"
  | "quantity"
>;
type Named = Pick<LimitRow, "standard" | "quantity">;

/** More limits of one quantity are no table that anybody reads. */
export const MOST_OF_QUANTITY = 300;

/** A limit as the engine takes it; standards are compared without regard to case, as the database does. */
export const toLookUp = (row: Looked & Partial<LimitRow>): SafetyLimit => ({
  ...row,
  standard: row.standard.toLowerCase(),
  unit: row.unit ?? "",
  op: row.op ?? "le",
  limit: row.limitValue ?? "",
  verify: row.verify ?? false,
});

const ofQuantity = ({ standard, quantity }: Named) =>
  and(
    eq(table.standard, standard),
    eq(table.quantity, quantity),
    isNull(table.deletedAt),
    sql`+${table.archivedAt} is null`,
  );

/** The limits that count of a standard and quantity, or of those of a limit: a statement of a read. */
export function rivals(db: ReadingDb, of: Named | string) {
  const same =
    typeof of === "string"
      ? and(
          sql`(${table.standard}, ${table.quantity}) = (select "own"."standard", "own"."quantity" from ${table} as "own"
            where "own"."company_id" = ${db.companyId} and "own"."id" = ${of})`,
          isNull(table.deletedAt),
          sql`+${table.archivedAt} is null`,
        )
      : ofQuantity(of);
  return db
    .select()
    .from(table)
    .where(db.ofOwner(table, same))
    .limit(MOST_OF_QUANTITY + 1);
}

/** The limit of which some device could not tell whether it or this one is meant; null where there is none. */
export const rivalOf = <R extends Looked>(others: readonly R[], one: Looked): R | null =>
  others.find(
    (other) => other.id !== one.id && ambiguousRows([toLookUp(one), toLookUp(other)]).length > 0,
  ) ?? null;

/** What is said of a limit that another one contradicts. */
export const rivalWords = (rival: Looked): string =>
  `This limit and “${limitName(rival)}” would fit the same device equally well. Say more in one of them.`;

/** @throws Response 422 where some device would have two limits, or a quantity more than anybody reads */
export function refuseAmbiguous(others: readonly LimitRow[], one: Looked): void {
  if (others.length > MOST_OF_QUANTITY)
    invalid({ quantity: [`At most ${MOST_OF_QUANTITY} limits of one quantity`] });
  const rival = rivalOf(others, one);
  if (rival) invalid({ quantity: [rivalWords(rival)] });
}

/** The batch stops here where the limits of a quantity are no longer those that were looked at. */
export const stillAlone = (
  db: CompanyDb,
  of: Named,
  others: readonly Pick<LimitRow, "version">[],
): Statement => {
  const sum = others.reduce((total, { version }) => total + version, 0);
  return db.assert(
    "state",
    sql`(select count(*) || ' ' || coalesce(sum(${table.version}), 0) from ${table} where ${db.ofOwner(table, ofQuantity(of))}) = ${`${others.length} ${sum}`}`,
  );
};
