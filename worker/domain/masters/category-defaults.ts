import { and, eq, isNull } from "drizzle-orm";
import { categories, subCategories } from "#drizzle/tenant/index.ts";
import { criticalities, depreciationMethods } from "#drizzle/words.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { optionalWhole, optionalWord } from "../entity/fields.ts";
import type { Sheet } from "../imports/sheet.ts";

/** Defaults for new devices; those of a sub-category override those of its category. */
export const defaultFields = {
  defaultCriticality: optionalWord(criticalities, "Criticality of new assets"),
  defaultPmMonths: optionalWhole("PM interval", 1, 120),
  defaultCalMonths: optionalWhole("Calibration interval", 1, 120),
  defaultDepMethod: optionalWord(depreciationMethods, "Depreciation"),
  defaultLifeMonths: optionalWhole("Useful life", 1, 1200),
};
/** The same in spreadsheets. */
export const defaultSheet: Sheet = {
  defaultCriticality: { example: "High", like: "criticality" },
  defaultPmMonths: {
    label: "PM every (months)",
    example: "6",
    like: "pmevery pmmonths pminterval",
  },
  defaultCalMonths: {
    label: "Calibration every (months)",
    example: "12",
    like: "calibrationevery calmonths",
  },
  defaultDepMethod: {
    words: { none: "None", slm: "Straight line", wdv: "Written down value" },
    like: "depreciationmethod method",
  },
  defaultLifeMonths: { label: "Useful life (months)", like: "usefullife lifemonths" },
};
const names = Object.keys(defaultFields) as (keyof typeof defaultFields)[];

/**
 * What the form of a device takes over from its category: defaults, with those of the sub-category before them, its own fields,
 * and the sub-categories to choose from.
 * @throws Response 404 for a category that is not the company's
 */
export async function defaultsOf(session: Session, categoryId: string, subCategoryId: string) {
  const db = session.authorizeAny("view-category", "view-asset", "create-asset", "edit-asset");
  const [[category], subs] = await db.read(
    db.byId(categories, categoryId),
    db
      .select()
      .from(subCategories)
      .where(
        db.ofOwner(
          subCategories,
          and(eq(subCategories.categoryId, categoryId), isNull(subCategories.deletedAt)),
        ),
      )
      .orderBy(subCategories.name)
      .limit(200),
  );
  if (!category) return notFound("category");
  const sub = subs.find(({ id }) => id === subCategoryId);
  return {
    ...Object.fromEntries(names.map((name) => [name, sub?.[name] ?? category[name]])),
    fields: category.fieldSchema,
    subCategories: subs
      .filter(({ id, archivedAt }) => !archivedAt || id === subCategoryId)
      .map(({ id, name }) => ({ value: id, label: name })),
  };
}
