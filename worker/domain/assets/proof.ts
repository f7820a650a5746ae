import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { assets, type categories, type subCategories } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Results, Row, Statement, Table } from "../../db/db.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { wordOf } from "../entity/edges.ts";
import { assertUsable, referencesOf } from "../entity/references.ts";
import { type AssetInput, type AssetUpdate, assetInput, dateErrors } from "./input.ts";
import { loggedSpec, ownValues, type Spec, specName } from "./own-fields.ts";

type Values = AssetInput | AssetUpdate;
type Before = (Omit<Row<typeof assets>, "qrToken"> & { specJson?: Spec }) | null;
/** A row that a device points to. */
export type Found = {
  id: string;
  name: string;
  archivedAt?: number | null;
  deletedAt?: number | null;
  status?: string;
  categoryId?: string;
};
/** The ids of a device's form that name one of the company's records. */
export type ReferenceKey = Exclude<Extract<keyof AssetInput, `${string}Id`>, "machineTypeId">;
/** What a device points to, by the field that names it. */
export const assetReferences = referencesOf<ReferenceKey>(assets, assetInput);
export const referenceKeys = Object.keys(assetReferences) as ReferenceKey[];
/** What the log calls a field that names a record. */
export const loggedAs = (key: ReferenceKey): string =>
  key === "locationId" ? "place" : wordOf(assets[key]);

export const OUT_OF_SCOPE = "You may only choose one of your own Locations";

/** What the checks before a command found out. */
export type Proof = {
  category: Row<typeof categories> | undefined;
  subCategory: Row<typeof subCategories> | undefined;
  names: Partial<Record<ReferenceKey, string>>;
  machineTypeName: string | null;
  spec: Spec;
  warnings: string[];
};

export const isGone = ({ archivedAt, deletedAt, status = "active" }: Found) =>
  Boolean(archivedAt || deletedAt) || !["active", "invited"].includes(status);

const sameSerial = (values: Values) =>
  sql`${assets.serialNo} = ${values.serialNo} and ${assets.make} is ${values.make} and ${assets.model} is ${values.model}`;
const another = (where: SQL, id: string) =>
  and(where, ne(assets.id, id), isNull(assets.deletedAt))!;

/**
 * Checks a form against the company's rows, in one round trip together with the caller's own reads. What is wrong with single fields is told with it.
 * @throws Response 404 for an id that is not the company's, 422 with every message by field
 */
export async function proven<const Q extends readonly Statement[]>(
  session: Session,
  db: CompanyDb,
  id: string,
  { values, errors: wrong }: { values: Values; errors: FieldErrors },
  more: Q,
  beforeOf: (rows: Results<Q>) => Before,
): Promise<{
  proof: Proof;
  before: Before;
  rows: Results<Q>;
}> {
  const lookups = referenceKeys.map((key) => {
    const { table } = assetReferences[key];
    return db
      .select()
      .from(table as Table)
      .where(db.ofOwner(table, eq(table.id, values[key] ?? "")))
      .limit(1);
  });
  const others = [
    eq(assets.assetCode, values.assetCode ?? ""),
    values.serialNo ? sameSerial(values) : sql`0`,
  ].map((where) =>
    db
      .select({ id: assets.id, assetCode: assets.assetCode })
      .from(assets)
      .where(db.ofOwner(assets, another(where, id)))
      .limit(1),
  );
  const [types, results] = await Promise.all([
    values.machineTypeId ? session.catalogue.machineTypes() : [],
    db.read(...(lookups as unknown as [Statement]), ...(others as unknown as Statement[]), ...more),
  ]);
  const all = results as unknown[];
  const found = Object.fromEntries(
    referenceKeys.map((key, at) => [key, (all[at] as Found[])[0]]),
  ) as Partial<Record<ReferenceKey, Found>>;
  const [[code], [serial], ...rest] = all.slice(referenceKeys.length) as [Other[], Other[]];
  const rows = rest as never;
  const before = beforeOf(rows);

  const missing = referenceKeys.find(
    (key) => values[key] && values[key] !== before?.[key] && !found[key],
  );
  if (missing) notFound(assetReferences[missing].label.toLowerCase());
  const today = dayIn(session.company.timeZone);
  const covers = (id: string) => db.covers(id);
  const evidence = { found, code, serial, types, today, covers };
  const { errors: broken, proof } = judged(values, before, evidence);
  const errors = { ...(wrong.categoryId ? withoutOwn(broken) : broken), ...wrong };
  if (Object.keys(errors).length)
    invalid(errors, undefined, duplicates({ assetCode: code, serialNo: serial }));
  return { proof, before, rows };
}

/** Without a category nothing is known of its own fields. */
const withoutOwn = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !name.startsWith(specName(""))));

type Other = { id: string; assetCode: string };
/** What is known of the rows a device points to, and of devices like it. */
export type Evidence = {
  found: Partial<Record<ReferenceKey, Found>>;
  code?: Other | undefined;
  serial?: Other | undefined;
  types: readonly { id: string; name: string }[];
  today: string;
  covers: (departmentId: string) => boolean;
};

/** Applies the rules of a device to what is known: every message by field, and what writing it needs. */
export function judged(
  values: Values,
  before: Before,
  evidence: Evidence,
): { errors: FieldErrors; proof: Proof } {
  const { found, code, serial, types, today, covers } = evidence;
  const errors: FieldErrors = dateErrors(values, today);
  for (const key of referenceKeys) {
    const value = values[key];
    const row = found[key];
    if (!value || value === before?.[key]) continue;
    if (key === "departmentId" && !covers(value)) errors[key] = [OUT_OF_SCOPE];
    if (row && isGone(row))
      errors[key] = [`${assetReferences[key].label} is archived or was deleted`];
  }
  if (found.subCategoryId && found.subCategoryId.categoryId !== values.categoryId)
    errors.subCategoryId = ["Sub-category belongs to another category"];
  if (code) errors.assetCode = [`Asset code is already used`];
  if (serial) errors.serialNo = [`Serial already used by ${serial.assetCode}`];
  const type = types.find((one) => one.id === values.machineTypeId);
  const kept =
    before && before.machineTypeId === values.machineTypeId ? before.machineTypeName : null;
  if (values.machineTypeId && !type && !kept)
    errors.machineTypeId = ["Machine type is not available"];
  const category = found.categoryId as unknown as Row<typeof categories> | undefined;
  const subCategory = found.subCategoryId as unknown as Row<typeof subCategories> | undefined;
  const old = before && { categoryId: before.categoryId, spec: before.specJson ?? {} };
  const own = ownValues(category?.fieldSchema, values.categoryId, values.specJson, old);
  const names = Object.fromEntries(
    referenceKeys.flatMap((key) => (found[key] ? [[key, nameOf(found[key])]] : [])),
  );
  const { spec, warnings } = own;
  const proof = {
    category,
    subCategory,
    names,
    machineTypeName: type?.name ?? kept,
    spec,
    warnings,
  };
  return { errors: { ...errors, ...own.errors }, proof };
}

/** The devices that have the code or the serial already, for a link. */
function duplicates(others: Record<string, Other | undefined>) {
  const taken = Object.entries(others).filter(([, other]) => other);
  return taken.length ? { duplicates: Object.fromEntries(taken) } : undefined;
}

const nameOf = (row: Found) => (row as Found & { path?: string }).path ?? row.name;

/** The same rules as asserts of the batch, since rows may have changed after the check. */
export function provenStill(
  db: CompanyDb,
  id: string,
  values: Values,
  before: Before,
): Statement[] {
  // A custodian may also be somebody who is only invited.
  const { custodianUserId: _, ...references } = assetReferences;
  const unique = values.serialNo
    ? [db.assert("state", sql`not ${db.exists(assets, another(sameSerial(values), id))}`)]
    : [];
  return [...assertUsable(db, references, values, before), ...unique];
}

/** Values as the activity log shows them: names instead of ids, own fields under their labels. */
export function logged(
  values: Record<string, unknown>,
  names: Partial<Record<ReferenceKey, string | null>>,
  schema?: unknown,
): Record<string, unknown> {
  const entries = Object.entries(values).flatMap(([key, value]) => {
    if (key === "specJson") return Object.entries(loggedSpec(schema, value as Spec));
    if (key === "machineTypeId" || key === "qrToken" || key === "condemnApprovedBy") return [];
    if (key === "machineTypeName") return [["machineType", value]];
    const reference = referenceKeys.find((one) => one === key);
    return reference
      ? [[loggedAs(reference), value ? (names[reference] ?? value) : null]]
      : [[key, value]];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
