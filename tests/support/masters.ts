import { newId } from "#drizzle/columns.ts";
import { saveSearch } from "../../scripts/seed/search.ts";
import { type Company, insert, type World } from "./world.ts";

/** Puts masters that were written as they are into the search index, by their kind there. */
export async function makeFindable(
  w: World,
  company: Company,
  rows: Record<string, readonly { id: string; name: string }[]>,
) {
  const place = { db: w.env[company.shard as "TENANT_DB_0"], companyId: company.id };
  for (const [kind, list] of Object.entries(rows))
    await saveSearch(place, kind, list, ({ name }) => [[name]]);
}

/** A category, a Location and what else a device needs, written as they are. */
export async function mastersFor(w: World, company: Company, name: string) {
  const db = w.env[company.shard as "TENANT_DB_0"];
  const at = Date.now();
  const own = () => ({ company_id: company.id, id: newId(), created_at: at, updated_at: at });
  const category = { ...own(), name: `${name} category`, default_criticality: "high" };
  const other = { ...own(), name: `${name} other category` };
  const sub = { ...own(), name: `${name} sub-category`, category_id: other.id };
  const department = { ...own(), name: `${name} ward` };
  const archived = { ...own(), name: `${name} closed ward`, archived_at: at };
  await insert(db, "categories", category, other);
  await insert(db, "sub_categories", sub);
  await insert(db, "departments", department, archived);
  await makeFindable(w, company, {
    category: [category, other],
    department: [department, archived],
  });
  return {
    db,
    categoryId: category.id,
    otherCategoryId: other.id,
    subCategoryId: sub.id,
    departmentId: department.id,
    archivedId: archived.id,
  };
}
