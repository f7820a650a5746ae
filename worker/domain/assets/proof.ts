import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { assets, categories, departments, locations, subCategories, teams, users, vendors } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement, Table } from "../../db/db.ts";
import { type FieldErrors, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { machineTypes } from "../catalogue.ts";
import { type AssetInput, type AssetUpdate, dateErrors } from "./input.ts";

type Values = AssetInput | AssetUpdate;
type Before = Omit<Row<typeof assets>, "qrToken"> | null;
type Found = { id: string; name: string; archivedAt: number | null; deletedAt: number | null; status?: string; categoryId?: string };
type Reference = { table: Table; label: string; log: string };

/** What a device points to: the column, its table, its label and its name in the activity log. */
const references = {
  categoryId: { table: categories, label: "Category", log: "category" },
  subCategoryId: { table: subCategories, label: "Sub-category", log: "subCategory" },
  departmentId: { table: departments, label: "Location", log: "department" },
  locationId: { table: locations, label: "Place", log: "place" },
  vendorId: { table: vendors, label: "Vendor", log: "vendor" },
  teamId: { table: teams, label: "Team", log: "team" },
  custodianUserId: { table: users, label: "Custodian", log: "custodian" },
} as const satisfies Record<string, Reference>;
type Key = keyof typeof references;
const keys = Object.keys(references) as Key[];

/** What the checks before a command found out. */
export type Proof = { category: Row<typeof categories> | undefined; names: Partial<Record<Key, string>>; machineTypeName: string | null };

const sameSerial = (values: Values) =>
  sql`${assets.serialNo} = ${values.serialNo} and ${assets.make} is ${values.make} and ${assets.model} is ${values.model}`;
const another = (where: SQL, id: string) => and(where, ne(assets.id, id), isNull(assets.deletedAt))!;

/**
 * Proves what a form says against the company's rows, in one round trip, with the caller's own reads in it.
 * @throws Response 404 for an id that is not the company's, 422 with every message by field
 */
export async function proven<const Q extends readonly Statement[]>(
  session: Session,
  db: CompanyDb,
  id: string,
  values: Values,
  more: Q,
  beforeOf: (rows: { -readonly [K in keyof Q]: Q[K]["_"]["result"] }) => Before,
): Promise<{ proof: Proof; before: Before; rows: { -readonly [K in keyof Q]: Q[K]["_"]["result"] } }> {
  const lookups = keys.map((key) =>
    db
      .select()
      .from(references[key].table as Table)
      .where(db.mine(references[key].table, eq(references[key].table.id, values[key] ?? "")))
      .limit(1),
  );
  const others = [eq(assets.assetCode, values.assetCode ?? ""), values.serialNo ? sameSerial(values) : sql`${assets.serialNo} = ''`].map(
    (where) =>
      db
        .select({ id: assets.id, assetCode: assets.assetCode })
        .from(assets)
        .where(db.mine(assets, another(where, id)))
        .limit(1),
  );
  const [types, results] = await Promise.all([
    values.machineTypeId ? machineTypes(session.shared) : [],
    db.read(...(lookups as unknown as [Statement]), ...(others as unknown as Statement[]), ...more),
  ]);
  const all = results as unknown[];
  const found = Object.fromEntries(keys.map((key, at) => [key, (all[at] as Found[])[0]])) as Partial<Record<Key, Found>>;
  const [code, serial] = (all.slice(keys.length, keys.length + 2) as { id: string; assetCode: string }[][]).map(([row]) => row);
  const rows = all.slice(keys.length + 2) as never;
  const before = beforeOf(rows);

  const errors: FieldErrors = dateErrors(values, dayIn(session.company.timeZone));
  for (const key of keys) {
    const value = values[key];
    const row = found[key];
    if (!value || value === before?.[key]) continue;
    if (!row) notFound(references[key].label.toLowerCase());
    if (row && (row.archivedAt || row.deletedAt || (row.status && row.status !== "active" && row.status !== "invited")))
      errors[key] = [`${references[key].label} is archived or was deleted`];
  }
  if (found.subCategoryId && found.subCategoryId.categoryId !== values.categoryId)
    errors.subCategoryId = ["Sub-category belongs to another category"];
  if (code) errors.assetCode = [`Asset code is already used`];
  if (serial) errors.serialNo = [`Serial already used by ${serial.assetCode}`];
  const type = types.find((one) => one.id === values.machineTypeId);
  const kept = before && before.machineTypeId === values.machineTypeId ? before.machineTypeName : null;
  if (values.machineTypeId && !type && !kept) errors.machineTypeId = ["Machine type is not available"];
  if (Object.keys(errors).length) invalid(errors);

  const names = Object.fromEntries(keys.flatMap((key) => (found[key] ? [[key, nameOf(found[key])]] : [])));
  const category = found.categoryId as unknown as Row<typeof categories> | undefined;
  return { proof: { category, names, machineTypeName: type?.name ?? kept }, before, rows };
}

const nameOf = (row: Found) => (row as Found & { path?: string }).path ?? row.name;

/** The same rules as asserts of the batch: what was proven may have changed meanwhile. */
export function provenStill(db: CompanyDb, id: string, values: Values, before: Before): Statement[] {
  const usable = keys
    .filter((key) => key !== "custodianUserId" && values[key] && values[key] !== before?.[key])
    .map((key) =>
      db.exists(
        references[key].table,
        sql`${references[key].table.id} = ${values[key]} and "archived_at" is null and "deleted_at" is null`,
      ),
    );
  const unique = values.serialNo ? [db.assert("state", sql`not ${db.exists(assets, another(sameSerial(values), id))}`)] : [];
  return [...(usable.length ? [db.assert("usable_reference", sql.join(usable, sql` and `))] : []), ...unique];
}

/** Values as the activity log shows them: names instead of ids. */
export function logged(values: Record<string, unknown>, names: Partial<Record<Key, string | null>>): Record<string, unknown> {
  const entries = Object.entries(values).flatMap(([key, value]) => {
    if (key === "machineTypeId" || key === "qrToken") return [];
    if (key === "machineTypeName") return [["machineType", value]];
    return key in references ? [[references[key as Key].log, value ? (names[key as Key] ?? value) : null]] : [[key, value]];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
