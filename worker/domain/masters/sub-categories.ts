import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { assets, categories, subCategories as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changeAssets } from "../assets/move-all.ts";
import { bump } from "../entity/counters.ts";
import { entity } from "../entity/entity.ts";
import { checked, id as idOf, text } from "../entity/fields.ts";
import { merging } from "../entity/merge.ts";
import { explainReferences } from "../entity/references.ts";
import { wholeCompany } from "../entity/whole-company.ts";
import { countedFor, namedBy } from "../lists/more-columns.ts";
import { defaultFields, defaultSheet } from "./category-defaults.ts";

/** The most devices that move with their sub-category in one batch; a merge moves more in several batches. */
const MOST_MOVED = 10_000;
/** Devices in one statement: a parameter holds at most 2 MB. */
const AT_ONCE = 2000;

const input = z.strictObject({
  categoryId: idOf("Category is required"),
  name: text("Name", 80),
  ...defaultFields,
});
/** How many sub-categories a category has. */
const subCategoryCounter = (categoryId: string) => `sub_categories.category:${categoryId}`;

const verbs = entity({
  table,
  noun: ["sub-category", "sub-categories"],
  subject: "category",
  input,
  search: { words: ["name"] },
  list: {
    sorts: { name: table.name },
    filters: { category: (id) => eq(table.categoryId, id) },
    more: {
      assets: countedFor("assets.sub_category:", table),
      categoryName: namedBy(categories, categories.name, table.categoryId),
    },
  },
  offered: { to: ["view-asset"], within: "category" },
  sheet: { categoryId: {}, name: {}, ...defaultSheet },
  always: (db, { values, before, gone }) => {
    if (gone && before) return [bump(db as CompanyDb, subCategoryCounter(before.categoryId), -1)];
    if (!values || before?.categoryId === values.categoryId) return [];
    return [
      ...(before ? [bump(db as CompanyDb, subCategoryCounter(before.categoryId), -1)] : []),
      bump(db as CompanyDb, subCategoryCounter(values.categoryId), 1),
    ];
  },
});

/** Finer kinds of equipment inside a category. */
export const subCategories = {
  ...verbs,
  ...merging(verbs, {
    change: (_, __, target) => ({ subCategoryId: target.id, categoryId: target.categoryId }),
  }),

  /**
   * Saves a changed sub-category; moved to another category, it takes its devices along in the same batch.
   * @throws Response 409 when it has too many devices for that
   */
  async update(
    session: Session,
    id: string,
    { version, ...sent }: Record<string, unknown>,
  ): Promise<Answer<{ id: string }>> {
    const db = session.authorize("edit-category");
    const values = checked(input, sent);
    const itsCategory = sql`(select ${table.categoryId} from ${table} where ${db.ofOwner(table, eq(table.id, id))})`;
    const [[before], [from], [to], moved] = await db.read(
      db.byId(table, id),
      db.byId(categories, itsCategory),
      db.byId(categories, values.categoryId),
      following(db, id, values.categoryId),
    );
    if (!before) return (await db.firstAnswer<{ id: string }>()) ?? notFound("sub-category");
    refuseStale(before, version);
    const moves = values.categoryId !== before.categoryId;
    if (moves) wholeCompany(db);
    if (moves && moved.length > MOST_MOVED)
      conflict(
        `More than ${MOST_MOVED.toLocaleString("en")} assets are in it. Add a sub-category there and merge this one into it.`,
      );
    const ids = moves ? moved.map((asset) => asset.id) : [];
    const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
      ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    );
    const change = { field: "category", from: from?.name ?? null, to: to?.name ?? null };
    const prepared = verbs.changing(db, before, values);
    try {
      return await db.commit({
        writes: [
          ...prepared.writes,
          ...parts.flatMap((part) =>
            changeAssets(
              db,
              part,
              { categoryId: values.categoryId },
              { changes: [change], reason: `${before.name} was moved` },
            ),
          ),
          // A device added meanwhile would stay in the old category.
          ...(moves ? [db.assert("state", strayless(db, id, values.categoryId))] : []),
        ],
        activity: prepared.activity,
        answer: {
          status: 200,
          message: ids.length
            ? `Sub-category saved. ${ids.length === 1 ? "1 asset" : `${ids.length.toLocaleString("en")} assets`} moved with it.`
            : "Sub-category saved",
          data: { id },
        },
      });
    } catch (refusal) {
      if (refusal instanceof Response) await explainReferences(db, verbs.references, values);
      throw refusal;
    }
  },
};

/** The devices that move along with a sub-category; none are read when its category stays. */
const following = (db: CompanyDb, id: string, categoryId: string) =>
  db.rows<{ id: string }>(sql`select ${assets.id} as "id" from ${assets}
    where ${db.ofOwner(assets, and(eq(assets.subCategoryId, id), isNull(assets.deletedAt)))}
    limit coalesce((select case when ${table.categoryId} = ${categoryId} then 0 else ${sql.raw(String(MOST_MOVED + 1))} end
      from ${table} where ${db.ofOwner(table, eq(table.id, id))}), 0)`);

const strayless = (db: CompanyDb, id: string, categoryId: string) =>
  sql`not ${db.exists(assets, and(eq(assets.subCategoryId, id), isNull(assets.deletedAt), ne(assets.categoryId, categoryId))!)}`;
