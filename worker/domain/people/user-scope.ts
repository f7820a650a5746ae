import { and, eq, inArray, sql } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import { newId } from "#drizzle/columns.ts";
import { departments, userScopes } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { rare } from "../../db/predicates.ts";
import { invalid } from "../../refusals.ts";
import { MOST_LOCATIONS } from "./grant-input.ts";

/** The Locations a person is limited to; none is all of them. */
export const scopeOf = (db: ReadingDb, userId: string) =>
  db
    .select({ value: userScopes.departmentId, label: departments.name })
    .from(userScopes)
    .innerJoin(departments, db.ofOwner(departments, eq(departments.id, userScopes.departmentId)))
    .where(db.ofOwner(userScopes, rare(eq(userScopes.userId, userId))))
    .orderBy(departments.name)
    .limit(MOST_LOCATIONS + 1);

/** The Locations an editor may give: those that are in use, within the editor's own. */
export const givableLocations = (db: ReadingDb) =>
  db
    .select({ value: departments.id, label: departments.name })
    .from(departments)
    .where(
      db.ofOwner(
        departments,
        and(
          sql`${departments.deletedAt} is null and ${departments.archivedAt} is null`,
          db.scope ? inArray(departments.id, [...db.scope.departments]) : undefined,
        ),
      ),
    )
    .orderBy(departments.name)
    .limit(1000);

type ScopeChange = { wanted: string[]; isChanged: boolean; before: number; after: number };
/** What a save makes of a person's Locations. */
export const scopeChange = (scope: readonly Choice[], wanted: readonly string[]): ScopeChange => {
  const [before, after] = [scope.map(({ value }) => value).sort(), [...new Set(wanted)].sort()];
  return {
    wanted: after,
    isChanged: JSON.stringify(before) !== JSON.stringify(after),
    before: before.length,
    after: after.length,
  };
};

/** Nobody opens more Locations to others than they see themselves. */
export function refuseWider(db: CompanyDb, change: ScopeChange | undefined): void {
  if (!db.scope || !change?.isChanged) return;
  const inside = change.wanted.length > 0 && change.wanted.every((one) => db.covers(one));
  if (!inside) invalid({ departments: ["Choose among your own Locations"] });
}

/** The statements that give a person their new Locations; the batch stops unless all are there. */
export function scoping(
  db: CompanyDb,
  id: string,
  { wanted, isChanged }: ScopeChange,
): Statement[] {
  if (!isChanged) return [];
  const list = JSON.stringify(wanted);
  const there = sql`(select count(*) from ${departments} where ${db.ofOwner(
    departments,
    sql`${departments.id} in (select "value" from json_each(${list})) and ${departments.deletedAt} is null`,
  )})`;
  return [
    db.assert("usable_reference", sql`${there} = cast(${wanted.length} as integer)`),
    db.removing(userScopes, eq(userScopes.userId, id)),
    ...(wanted.length
      ? [
          db.insertingAll(
            userScopes,
            wanted.map((departmentId) => ({ id: newId(), userId: id, departmentId })),
          ),
        ]
      : []),
  ];
}
