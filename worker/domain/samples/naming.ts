import { and, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  calibrators,
  categories,
  consumers,
  departments,
  machineModels,
  machines,
  procedures,
  stores,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import {
  sampleCategories,
  sampleConsumer,
  sampleDepartments,
  sampleModel,
  sampleStore,
  sampleVendor,
} from "./texts.ts";

/** So often sample data is named anew, where earlier records are kept under its names. */
const MOST_TAKEN = 20;

/** How the records of a making are called: names end with "(sample)", codes begin with "SAMPLE-". */
export type Naming = { named: (name: string) => string; coded: (code: string | number) => string };
const namingOf = (nth: number): Naming => ({
  named: (name) => (nth === 1 ? `${name} (sample)` : `${name} (sample ${nth})`),
  coded: (code) => (nth === 1 ? `SAMPLE-${code}` : `SAMPLE${nth}-${code}`),
});

type Named = SQLiteTable & { deletedAt: SQLiteColumn };
type Texts = readonly [table: Named, column: SQLiteColumn, texts: readonly string[]];
const namesOf = (rows: Record<string, { name: string }>) =>
  Object.values(rows).map(({ name }) => name);
const names: readonly Texts[] = [
  [departments, departments.name, namesOf(sampleDepartments)],
  [categories, categories.name, namesOf(sampleCategories)],
  [vendors, vendors.name, [sampleVendor.name]],
  [stores, stores.name, [sampleStore.name]],
  [consumers, consumers.name, [sampleConsumer.name]],
  [machineModels, machineModels.name, [`${sampleModel.manufacturer} ${sampleModel.model}`]],
];
const codes: readonly Texts[] = [
  [machines, machines.machineNo, ["DUC-1", "DUC-2", "DUC-3"]],
  [consumers, consumers.consumerNo, ["CUS-1"]],
  [calibrators, calibrators.calibratorNo, ["STD-1"]],
  [procedures, procedures.code, ["PUMP"]],
];

const nths = Array.from({ length: MOST_TAKEN }, (_, at) => at + 1);

const taken = (db: CompanyDb, [table, column, texts]: Texts, as: keyof Naming) => {
  const rows = nths.flatMap((nth) => texts.map((text) => [nth, namingOf(nth)[as](text)]));
  return db.rows<{ nth: number }>(
    sql`select "asked"."value" ->> 0 as "nth" from json_each(${JSON.stringify(rows)}) as "asked" cross join ${table}
      where ${db.ofOwner(table, and(sql`${column} = "asked"."value" ->> 1`, isNull(table.deletedAt)))}`,
  );
};

/** Which namings are taken by records that are there, as statements of a read. */
export const takenNamings = (db: CompanyDb) => [
  ...names.map((texts) => taken(db, texts, "named")),
  ...codes.map((texts) => taken(db, texts, "coded")),
];

/** The first naming that nothing has. @param taken what `takenNamings` read */
export const freeNaming = (taken: readonly { nth: number }[]): Naming =>
  namingOf(nths.find((nth) => !taken.some((one) => one.nth === nth)) ?? MOST_TAKEN + 1);
