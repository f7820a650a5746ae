import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { searchRowIdOf } from "#drizzle/search.ts";
import { assets, counters, subCategories, categories as table } from "#drizzle/tenant/index.ts";
import { categoryIcons } from "#drizzle/words.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { companyWord } from "../../db/guard.ts";
import { adding } from "../entity/counters.ts";
import { entity } from "../entity/entity.ts";
import { optionalMultiline, optionalText, optionalWord, text } from "../entity/fields.ts";
import { merging } from "../entity/merge.ts";
import { countedFor } from "../lists/more-columns.ts";
import { defaultFields, defaultSheet } from "./category-defaults.ts";
import { fieldList, settleFields } from "./field-schema.ts";

const verbs = entity({
  table,
  noun: ["category", "categories"],
  subject: "category",
  input: z.strictObject({
    name: text("Name", 80),
    code: optionalText(20, "Code"),
    description: optionalMultiline(2000, "Description"),
    synonyms: optionalText(300, "Also called"),
    icon: optionalWord(categoryIcons),
    ...defaultFields,
    fieldSchema: fieldList(),
  }),
  stored: ({ fieldSchema }, before) =>
    settleFields(fieldSchema, before?.fieldSchema ?? [], before?.retiredFields ?? {}),
  search: { words: ["name", "code", "synonyms"], codes: ["code"] },
  list: {
    sorts: { name: table.name },
    more: {
      assets: countedFor("assets.category:", table),
      subCategories: countedFor("sub_categories.category:", table),
    },
  },
  offered: { to: ["view-asset", "create-user", "edit-user"] },
  sheet: {
    name: { example: "Ventilators", like: "category categoryname equipmenttype kind" },
    code: { example: "VENT", like: "categorycode" },
    description: {},
    synonyms: { example: "vent, respirator", like: "synonyms alias aliases othernames" },
    ...defaultSheet,
  },
  imported: { key: "name", unique: "code", notes: "description" },
});

const columns = sql.raw(
  `"name", "default_criticality", "default_pm_months", "default_cal_months", "default_dep_method", "default_life_months"`,
);

/** Sub-categories of the source whose name the target does not have. */
const missing = (db: CompanyDb, source: string, target: string): SQL =>
  sql`from ${subCategories} where ${db.ofOwner(subCategories, eq(subCategories.categoryId, source))} and ${isNull(subCategories.deletedAt)}
    and ${subCategories.name} not in (select other."name" from ${subCategories} as other
      where other."company_id" = ${db.companyId} and other."category_id" = ${target} and other."deleted_at" is null)`;

/** Copies the source's sub-categories to the target, so that a device keeps its own at every step. */
function copySubCategories(db: CompanyDb, source: string, target: string): Statement[] {
  const at = Date.now();
  const [begin, company] = [newId(at).slice(0, 15), companyWord(db.companyId)];
  // SQL adds the rest of the id, since only it knows how many rows are copied; the ids count on within one millisecond.
  const id = sql`${begin} || lower(printf('%03x', (row_number() over ()) % 4096) || '-8' || substr(hex(randomblob(2)), 1, 3) || '-' || hex(randomblob(6)))`;
  return [
    db.run(sql`insert into ${counters} ("company_id", "id", "value")
      select ${db.companyId}, ${`sub_categories.category:${target}`}, count(*) ${missing(db, source, target)} ${adding}`),
    db.run(sql`insert into ${subCategories} ("company_id", "id", "created_at", "updated_at", "version", "archived_at", "category_id", ${columns})
      select ${db.companyId}, ${id}, cast(${at} as integer), cast(${at} as integer), 1, "archived_at", ${target}, ${columns} ${missing(db, source, target)}`),
    db.run(sql`insert into search_index (rowid, company, kind, words, record_id)
      select ${sql.raw(searchRowIdOf('"sub_categories"."id"'))}, ${company}, 'sub_category', ${subCategories.name}, ${subCategories.id}
      from ${subCategories} where ${db.ofOwner(subCategories, eq(subCategories.categoryId, target))} and substr(${subCategories.id}, 1, 15) = ${begin}
        and ${subCategories.deletedAt} is null order by 1`),
  ];
}

/** The target's sub-category of the same name as the one a device has. */
const sameNamed = (db: CompanyDb, target: string) =>
  sql`(select kept."id" from ${subCategories} as old join ${subCategories} as kept on kept."company_id" = "old"."company_id" and kept."name" = old."name"
    where old."company_id" = ${db.companyId} and old."id" = ${assets.subCategoryId} and kept."category_id" = ${target} and kept."deleted_at" is null)`;

/** Kinds of equipment, with defaults and fields of their own. */
export const categories = {
  ...verbs,
  ...merging(verbs, {
    change: (db, _, target) => ({
      categoryId: target.id,
      subCategoryId: sameNamed(db, target.id),
    }),
    besides: [subCategories.categoryId],
    before: (db, source, target) => copySubCategories(db, source.id, target.id),
    after: (db, source) => [
      db.updating(
        subCategories,
        sql`${subCategories.categoryId} = ${source.id} and ${subCategories.archivedAt} is null`,
        {
          archivedAt: Date.now(),
        },
      ),
    ],
  }),
};
